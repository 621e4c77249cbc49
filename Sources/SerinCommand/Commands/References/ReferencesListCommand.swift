import SerinFlags

/// `serin references list`: what the server knows of code that names flags.
enum ReferencesListCommand: Command {
  private static let limit = OptionSpec.value(
    "limit", "COUNT", fallback: "100", help: "The most places of a flag that are listed, up to 1000.")

  static let description = CommandDescription(
    "references list", summary: "List the places that name a flag, or the branches that were scanned.",
    positionals: [
      PositionalSpec("KEY", isRequired: false, help: "The flag's key; without it, the branches are listed.")
    ],
    options: [limit], sharedOptions: .projectTarget,
    examples: [
      ("serin references list new_checkout", "Shows where code names the flag."),
      ("serin references list", "Shows which branches were scanned, and when."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let limit = try call.arguments.converted(limit, expected: "a whole number from 1 to 1000") { text in
      Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
    }
    let server = try call.controlServer()
    let project = try await call.projectPath(on: server)
    guard let key = call.arguments.positional(0) else {
      return try showScans(try await server.get(project + ["code-references"]), of: server, call)
    }
    let answer = try await server.get(
      project + ["flags", key, "code-references"], query: [("limit", "\(limit ?? 100)")])
    var table = Table("REPOSITORY", "BRANCH", "PLACE", "KIND", "LINE")
    var count = 0
    for scan in try server.array("scans", in: answer) {
      for reference in try server.array("references", in: scan) {
        let place = ["file", "line", "column"].map { FlagText.plain(reference[$0] ?? .null) }.joined(separator: ":")
        table.add(
          .text(scan["repository"]), .text(scan["branch"]), Table.Cell(place), .text(reference["kind"]),
          .text(reference["snippet"]) { $0.dim($1) })
        count += 1
      }
    }
    let code = try call.show(answer, as: table, whenEmpty: "no code is known that names \"\(key)\"")
    if let total = answer["total"]?.numberValue, total > Double(count) {
      try call.console.remark("\(count) of \(Int(total)) places; --limit shows more")
    }
    return code
  }

  private static func showScans(
    _ answer: JSONValue, of server: ServerClient, _ call: CommandCall
  ) throws(CommandFailure) -> ExitCode {
    var table = Table("REPOSITORY", "BRANCH", "COMMIT", "PLACES", "SENT")
    for scan in try server.array("scans", in: answer) {
      table.add(
        .text(scan["repository"]), .text(scan["branch"]), .text(scan["commit"]), .text(scan["references"]),
        .text(scan["updatedAt"]))
    }
    return try call.show(answer, as: table, whenEmpty: "no code was sent yet; see \"serin help references push\"")
  }
}
