import SerinFlags

/// `serin flags usage`: when and by which versions of apps a flag was evaluated.
enum FlagsUsageCommand: Command {
  private static let since = OptionSpec.value(
    "since", "INSTANT", help: "From when on evaluations are counted; 30 days ago by default.")

  static let description = CommandDescription(
    "flags usage", summary: "Show which versions of apps evaluate a flag, how often and when last.",
    discussion: [
      """
      A client that asks for all flags evaluates each of them. EVALUATED counts answers; a client that was told that its \
      answer still holds uses its flags too, which shows in LAST. What other nodes counted in the last minute may be \
      missing.
      """
    ],
    positionals: [.flagKey], options: [since], sharedOptions: .projectTarget,
    examples: [
      ("serin flags usage new_checkout", "Shows who still reads the flag, in every environment."),
      ("serin flags usage new_checkout --since 2027-01-15T00:00:00Z", "Counts from that instant on."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let query = call.arguments[since].map { [("since", $0)] } ?? []
    let answer = try await server.get(
      call.projectPath(on: server) + ["flags", call.flagKey, "usage"], query: query)
    var table = Table("ENVIRONMENT", "APP VERSION", "EVALUATED", "SEEN", "FIRST", "LAST")
    for environment in try server.array("environments", in: answer) {
      let answers = try server.array("answers", in: environment)
      for version in try server.array("versions", in: environment) {
        let own = answers.filter { $0["appVersion"] == version["appVersion"] }
        table.add(
          .text(environment["environment"]), Table.Cell(UsageText.version(version)),
          Table.Cell(sum("evaluated", of: own)), Table.Cell(sum("exposed", of: own)),
          .text(version["firstEvaluatedAt"]), .text(version["lastEvaluatedAt"]))
      }
    }
    let start = answer["recordedSince"]?.stringValue ?? "it was started"
    return try call.show(
      answer, as: table, whenEmpty: "nobody has evaluated \(call.flagKey) since the server counts (\(start))")
  }

  private static func sum(_ name: String, of answers: [JSONValue]) -> String {
    String(Int(answers.compactMap { $0[name]?.numberValue }.reduce(0, +)))
  }
}
