import SerinFlags

/// `serin tokens revoke`: a token that lets nobody in any more.
enum TokensRevokeCommand: Command {
  static let description = CommandDescription(
    "tokens revoke", summary: "Revoke one of your tokens, or one of the instance, for good.",
    discussion: [
      """
      Revoking one that is revoked already changes nothing. The last admin token of the instance goes only with --force \
      while no account administers it.
      """
    ],
    positionals: [.tokenID], options: [.force, .reason], sharedOptions: .connection,
    examples: [("serin tokens revoke q3vtx2mfkz7a5d2c --reason \"laptop stolen\"", "Shuts out whoever holds it.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let id = call.arguments.positional(0) ?? ""
    try await call.controlServer().delete(["tokens", id], call.forceBody)
    return try call.show(["id": .string(id), "revoked": true], as: "\(id) is revoked.")
  }
}
