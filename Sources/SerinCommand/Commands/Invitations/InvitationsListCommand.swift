import SerinFlags

/// `serin invitations list`: the links that were made for people.
enum InvitationsListCommand: Command {
  static let description = CommandDescription(
    "invitations list", summary: "List the invitations to a project, or to the instance.",
    discussion: ["The oldest comes first; those that were used, revoked or have expired are listed too."],
    options: [Invitations.instance], sharedOptions: .projectTarget,
    examples: [
      ("serin invitations list", "Shows who was invited to the project, as what, and what became of it."),
      ("serin invitations list --instance", "Shows who was invited to the instance."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(Invitations.path(call, on: server))
    let now = Timestamp.now
    var table = Table("ID", "EMAIL", "AS", "STATE", "EXPIRES", "BY")
    for invitation in try server.array("invitations", in: answer) {
      let state = Invitations.state(of: invitation, at: now)
      table.add(
        .text(invitation["id"]), .text(invitation["email"]), Table.Cell(Invitations.grant(of: invitation)),
        Table.Cell(state) { state == "open" ? $0.green($1) : $0.dim($1) }, .text(invitation["expiresAt"]),
        .text(invitation["createdBy"]))
    }
    let command = call.arguments.isGiven(Invitations.instance) ? "accounts invite" : "members invite"
    return try call.show(answer, as: table, whenEmpty: "nobody was invited yet; see \"serin help \(command)\"")
  }
}
