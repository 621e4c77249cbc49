import SerinFlags

/// `serin flags export`: an environment's flags and segments as a ruleset document.
enum FlagsExportCommand: Command {
  static let description = CommandDescription(
    "flags export", summary: "Print flags and segments as a ruleset document.",
    discussion: [
      """
      Its members are sorted, so that two exports of the same ruleset are the same text and the document can be kept \
      in Git. "serin flags apply" takes it back, and "serin evaluate --ruleset" evaluates it.
      """
    ],
    sharedOptions: .environmentTarget,
    examples: [("serin flags export --environment staging > flags.json", "Writes staging's flags to a file.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    call.console.progress.begin("waiting for \(server.address.text)")
    defer { call.console.progress.end() }
    let ruleset = try await server.get(call.environmentPath(on: server) + ["ruleset"])
    guard ruleset["flags"]?.objectValue != nil else { throw server.isNoSerinServer("its ruleset has no flags") }
    try call.console.print(json: ruleset)
    return .done
  }
}
