import SerinFlags

/// `serin flags stale`: the flags that could go.
enum FlagsStaleCommand: Command {
  private static let days = OptionSpec.value(
    "days", "COUNT", fallback: "30", help: "For how many days something must have been so, up to 400.")

  static let description = CommandDescription(
    "flags stale", summary: "List the flags that could go, with what shows it.",
    discussion: [
      """
      expired: the day is past after which the flag should be gone. removeCode: everybody has been served the same for \
      so long, and apps still ask; remove the code, then the flag. unused: nobody has asked for so long; it can be \
      archived. Flags of the kinds killSwitch, ops and permission are made to stay and can only be expired.
      """
    ],
    options: [days], sharedOptions: .projectTarget,
    examples: [
      ("serin flags stale", "Lists what has been so for 30 days."),
      ("serin flags stale --days 90 --json", "Prints the evidence of each environment, for a program."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let count = try call.arguments.wholeNumber(days, in: 1...400) ?? 30
    let server = try call.controlServer()
    let answer = try await server.get(call.projectPath(on: server) + ["stale"], query: [("days", "\(count)")])
    var table = Table("KEY", "KIND", "OWNER", "STALE", "SINCE", "EVIDENCE")
    for flag in try server.array("flags", in: answer) {
      for finding in try server.array("stale", in: flag) {
        table.add(
          .text(flag["key"]), .text(flag["kind"]), .text(flag["owner"]), .text(finding["kind"]),
          .text(finding["since"]), Table.Cell(try evidence(finding, server)))
      }
    }
    let code = try call.show(answer, as: table, whenEmpty: "no flag has been stale for \(count) days")
    if answer["knowsUnused"]?.boolValue == false, let since = answer["recordedSince"]?.stringValue {
      try call.console.remark("usage is counted since \(since): that is too short to call a flag unused")
    }
    return code
  }

  /// What shows it, in one line: each environment with what it serves and who asked last.
  private static func evidence(_ finding: JSONValue, _ server: ServerClient) throws(CommandFailure) -> String {
    var parts: [String] = []
    for environment in try server.array("environments", in: finding) {
      var words = [FlagText.plain(environment["environment"] ?? .null)]
      if let variation = environment["variation"]?.stringValue { words.append("serves \(variation)") }
      let versions = try server.array("versions", in: environment)
      if let last = versions.first {
        let more = versions.count > 1 ? " and \(versions.count - 1) more" : ""
        words.append("read by \(UsageText.version(last))\(more)")
      } else {
        words.append("not read")
      }
      parts.append(words.joined(separator: " "))
    }
    return parts.joined(separator: "; ")
  }
}
