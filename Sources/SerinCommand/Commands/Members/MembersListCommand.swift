import SerinFlags

/// `serin members list`: who is what in a project.
enum MembersListCommand: Command {
  static let description = CommandDescription(
    "members list", summary: "List the members of a project.", sharedOptions: .projectTarget,
    examples: [("serin members list --project shop", "Shows everybody with their role and what they release.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(call.projectPath(on: server) + ["members"])
    var table = Table("EMAIL", "NAME", "ROLE", "RELEASES", "DISABLED")
    for member in try server.array("members", in: answer) {
      let releases = (member["releases"]?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ", ")
      table.add(
        .text(member["email"]), .text(member["name"]), .text(member["role"]), Table.Cell(releases),
        .text(member["disabledAt"]) { $0.red($1) })
    }
    return try call.show(answer, as: table, whenEmpty: "the project has no members; see \"serin help members set\"")
  }
}
