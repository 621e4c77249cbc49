import SerinFlags

/// `serin keys rotate`: a new key in the place of one.
enum KeysRotateCommand: Command {
  static let description = CommandDescription(
    "keys rotate", summary: "Put a new key in the place of one.",
    discussion: [
      """
      The new key is printed alone on standard output: same name, environment and scopes. The old one goes on working for \
      a while, so that apps and servers can change over.
      """
    ],
    positionals: [PositionalSpec("ID", help: "The key's id, the first column of \"serin keys list\".")],
    options: [.overlap, .reason], sharedOptions: .projectTarget,
    examples: [("serin keys rotate q3vtx2mfkz7a5d2c --overlap 720", "Leaves a month for apps to be updated.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let id = call.arguments.positional(0) ?? ""
    let server = try call.controlServer()
    return try await call.rotate(call.projectPath(on: server) + ["keys", id], id: id, on: server)
  }
}
