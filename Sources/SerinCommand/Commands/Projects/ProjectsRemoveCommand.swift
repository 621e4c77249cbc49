import SerinFlags

/// `serin projects remove`: a project that nothing is in any more.
enum ProjectsRemoveCommand: Command {
  static let description = CommandDescription(
    "projects remove", summary: "Remove a project without flags and keys.",
    discussion: [
      """
      A project that still has flags or keys is not removed: the exit code is 2, and the message names them. Its audit \
      log stays. It takes an admin token of the instance.
      """
    ],
    positionals: [.projectKey], options: [.reason], sharedOptions: .connection,
    examples: [("serin projects remove trial --reason \"was a trial\"", "Removes an empty project.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let key = call.arguments.positional(0) ?? ""
    let server = try call.controlServer()
    try await server.delete(["projects", key], call.reasonBody)
    return try call.show(["key": .string(key), "removed": true], as: "\(key) is removed; its audit log stays.")
  }
}
