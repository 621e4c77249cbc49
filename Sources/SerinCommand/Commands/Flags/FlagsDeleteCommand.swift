import SerinFlags

/// `serin flags delete`: a flag that is gone but for its history.
enum FlagsDeleteCommand: Command {
  static let description = CommandDescription(
    "flags delete", summary: "Delete a flag from every environment of a project.",
    discussion: [
      """
      Apps that still ask for it get the default written in their code; when some did so within the last seven days, \
      their versions are listed and nothing is deleted, unless that is acknowledged. Refused while other flags refer to \
      it or changes of it wait. "serin flags undelete" brings it back with its rules and salts. Its key stays taken.
      """
    ],
    positionals: [.flagKey], options: [.acknowledge, .reason], sharedOptions: .projectTarget,
    examples: [
      ("serin flags delete new_checkout --reason \"its code is gone\"", "Deletes the flag."),
      ("serin flags delete new_checkout --acknowledge recentlyUsed", "Deletes it although apps still ask for it."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    try await server.delete(
      call.projectPath(on: server) + ["flags", call.flagKey], query: try call.acknowledgement, call.reasonBody)
    return try call.show(
      ["key": .string(call.flagKey), "deleted": true], as: "\(call.flagKey) is deleted from every environment.")
  }
}
