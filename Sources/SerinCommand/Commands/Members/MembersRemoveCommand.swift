import SerinFlags

/// `serin members remove`: takes somebody out of a project.
enum MembersRemoveCommand: Command {
  static let description = CommandDescription(
    "members remove", summary: "Take somebody out of a project.",
    discussion: ["Their account stays. Their sessions end."],
    positionals: [.account], options: [.force, .reason], sharedOptions: .projectTarget,
    examples: [("serin members remove ann@example.com --reason \"left the team\"", "Takes their role away.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let account = call.arguments.positional(0) ?? ""
    let server = try call.controlServer()
    try await server.delete(call.projectPath(on: server) + ["members", account], call.forceBody)
    return try call.show(["account": .string(account), "removed": true], as: "\(account) is no member any more.")
  }
}
