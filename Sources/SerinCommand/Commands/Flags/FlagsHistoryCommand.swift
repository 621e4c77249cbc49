import SerinFlags

/// `serin flags history`: the versions of a flag in one environment.
enum FlagsHistoryCommand: Command {
  private static let limit = OptionSpec.value(
    "limit", "COUNT", fallback: "20", help: "The most versions that are listed, up to 100.")
  private static let before = OptionSpec.value("before", "VERSION", help: "List only versions before this one.")

  static let description = CommandDescription(
    "flags history", summary: "List what a flag was, who made it so, and why.",
    discussion: [
      """
      The newest version comes first. A version has two numbers: of what the flag is everywhere, and of what the \
      environment has of it. CHANGED names the places that differ from the version before; "serin flags diff" shows \
      them.
      """
    ],
    positionals: [.flagKey], options: [limit, before], sharedOptions: .environmentTarget,
    examples: [
      ("serin flags history new_checkout", "Shows the last 20 versions in production."),
      ("serin flags history new_checkout --before 3.8 --limit 100", "Goes on before that version."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var query = [("limit", "\(try call.arguments.wholeNumber(limit, in: 1...100) ?? 20)")]
    if let version = call.arguments[before] { query.append(("before", version)) }
    let server = try call.controlServer()
    let path = try await call.environmentPath(on: server) + ["flags", call.flagKey, "versions"]
    let answer = try await server.get(path, query: query)
    var table = Table("VERSION", "WHEN", "WHO", "ACTION", "REASON", "CHANGED")
    for version in try server.array("versions", in: answer) {
      table.add(
        .text(version["version"]) { $0.bold($1) }, .text(version["at"]), .text(version["by"]),
        .text(version["action"]), .text(version["reason"]), Table.Cell(ChangeText.summary(version["changes"])))
    }
    let code = try call.show(answer, as: table, whenEmpty: "there is no version before that one")
    if let next = answer["next"]?.stringValue {
      try call.console.remark("there are older versions: --before \(next) shows them")
    }
    return code
  }
}
