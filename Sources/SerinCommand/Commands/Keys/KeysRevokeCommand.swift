import SerinFlags

/// `serin keys revoke`: a key that lets nobody in any more.
enum KeysRevokeCommand: Command {
  static let description = CommandDescription(
    "keys revoke", summary: "Revoke a key or an admin token for good.",
    discussion: [
      """
      Revoking one that is revoked already changes nothing. The last admin token of the instance goes only with --force \
      while no account administers it.
      """
    ],
    positionals: [PositionalSpec("ID", help: "The key's id, the first column of \"serin keys list\".")],
    options: [.force, .reason], sharedOptions: .projectTarget,
    examples: [("serin keys revoke q3vtx2mfkz7a5d2c --reason \"left in a log\"", "Shuts out whoever holds that key.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let id = call.arguments.positional(0) ?? ""
    let server = try call.controlServer()
    try await server.delete(call.projectPath(on: server) + ["keys", id], call.forceBody)
    return try call.show(["id": .string(id), "revoked": true], as: "\(id) is revoked.")
  }
}
