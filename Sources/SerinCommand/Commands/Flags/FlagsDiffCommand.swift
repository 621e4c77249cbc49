import SerinFlags
import Server

/// `serin flags diff`: what differs between two versions of a flag.
enum FlagsDiffCommand: Command {
  static let description = CommandDescription(
    "flags diff", summary: "Show what differs between two versions of a flag.",
    discussion: [
      """
      A line for each place: + for what is new, - for what is gone, ~ for what is another one now. Rules are named by \
      their ids, so that a rule put in front changes no other. The exit code is 0, whether anything differs or not.
      """
    ],
    positionals: [
      .flagKey, PositionalSpec("FROM", help: "The version to compare with, such as 3.7."),
      PositionalSpec("TO", isRequired: false, help: "The version that is looked at; without it, what is there now."),
    ],
    sharedOptions: .environmentTarget,
    examples: [("serin flags diff new_checkout 3.7 3.8", "Shows what the newer of the two changed.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let path = try await call.environmentPath(on: server) + ["flags", call.flagKey]
    let old = try await version(call.arguments.positional(1), of: path, on: server)
    let new = try await version(call.arguments.positional(2), of: path, on: server)
    let changes = JSONValue.array(StructuralDiff(from: old.document, to: new.document).changes.map(\.json))
    guard !call.console.isJSON else {
      try call.console.print(
        json: [
          "key": .string(call.flagKey), "from": old.name, "to": new.name, "changes": changes,
        ])
      return .done
    }
    let lines = ChangeText.lines(changes, style: call.console.style)
    for line in lines { try call.console.print(line) }
    if lines.isEmpty { try call.console.remark("nothing differs") }
    return .done
  }

  /// A version's name and document.
  ///
  /// - Parameter version: which one; nil is what is there now.
  private static func version(
    _ version: String?, of flag: [String], on server: ServerClient
  ) async throws(CommandFailure) -> (name: JSONValue, document: JSONObject) {
    let view = try await server.get(flag + (version.map { ["versions", $0] } ?? []))
    guard let name = view["etag"], let document = view["document"]?.objectValue else {
      throw server.isNoSerinServer("a version has no document")
    }
    return (name, document)
  }
}
