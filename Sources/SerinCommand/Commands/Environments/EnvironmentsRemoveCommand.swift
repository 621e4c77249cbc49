import SerinFlags

/// `serin environments remove`: an environment that nobody uses any more.
enum EnvironmentsRemoveCommand: Command {
  static let description = CommandDescription(
    "environments remove", summary: "Remove an environment that is not in use.",
    discussion: [
      """
      One that has keys, or in which a flag has rules or is killed, is not removed: the exit code is 2, and the message \
      names what is there. Its history stays.
      """
    ],
    positionals: [.environmentKey], options: [.reason], sharedOptions: .projectTarget,
    examples: [
      ("serin environments remove qa --reason \"not needed\"", "Removes an environment without rules and keys.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let key = call.arguments.positional(0) ?? ""
    let server = try call.controlServer()
    try await server.delete(call.projectPath(on: server) + ["environments", key], call.reasonBody)
    return try call.show(["key": .string(key), "removed": true], as: "\(key) is removed; its history stays.")
  }
}
