import SerinFlags

/// `serin invitations revoke`: a link that works no longer.
enum InvitationsRevokeCommand: Command {
  private static let id = PositionalSpec("ID", help: "The invitation's id, the first column of the list.")

  static let description = CommandDescription(
    "invitations revoke", summary: "Take an invitation back: its link works no longer.",
    discussion: ["An account that was made with it stays; \"serin members remove\" takes it out of the project."],
    positionals: [id], options: [Invitations.instance, .reason], sharedOptions: .projectTarget,
    examples: [
      ("serin invitations revoke i_k3b5x7q2m4n6p8r2 --reason \"sent to the wrong person\"", "Makes the link useless.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let id = call.arguments.positional(0) ?? ""
    let server = try call.controlServer()
    try await server.delete(Invitations.path(call, on: server) + [id], call.reasonBody)
    return try call.show(["id": .string(id), "revoked": true], as: "\(id) is revoked.")
  }
}
