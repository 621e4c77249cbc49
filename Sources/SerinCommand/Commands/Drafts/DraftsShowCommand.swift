import SerinFlags

/// `serin drafts show`: one edit that is not saved yet.
enum DraftsShowCommand: Command {
  static let description = CommandDescription(
    "drafts show", summary: "Print the document of an edit that is not saved yet.",
    discussion: [
      "With --json the versions are printed too: the one that it started from and the one that is there now."
    ],
    positionals: [.draft], sharedOptions: .environmentTarget,
    examples: [("serin drafts show flag:new_checkout > edit.json", "Writes the edit to a file.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let draft = try await server.get(call.draftsPath(on: server) + [call.draftName])
    guard let document = draft["document"], document.objectValue != nil else {
      throw server.isNoSerinServer("its draft has no \"document\"")
    }
    try call.console.print(json: call.console.isJSON ? draft : document)
    if draft["isOutdated"]?.boolValue == true {
      let base = draft["base"].map { " from \(FlagText.plain($0))" } ?? ""
      let current = draft["current"].map { "; \(FlagText.plain($0)) is there now" } ?? "; nothing is there any more"
      try call.console.remark("it started\(base)\(current)")
    }
    return .done
  }
}
