import SerinFlags

/// `serin flags undelete`: a deleted flag that is there again.
enum FlagsUndeleteCommand: Command {
  static let description = CommandDescription(
    "flags undelete", summary: "Bring a deleted flag back.",
    discussion: [
      """
      It comes back with the rules and salts it had, in every environment; one that was archived comes back archived. \
      Where several flags had the key, the last one is meant, or the one whose id is given.
      """
    ],
    positionals: [.flagKey], options: [.reason], sharedOptions: .projectTarget,
    examples: [("serin flags undelete new_checkout --reason \"still needed\"", "Takes the deletion back.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.post(
      call.projectPath(on: server) + ["flags", call.flagKey, "undelete"], call.reasonBody)
    try server.check(answer, has: "deletedAt", equalTo: .null)
    let isArchived = answer["state"] == "archived"
    return try call.show(
      answer,
      as: isArchived
        ? "\(call.flagKey) is there again, archived as it was."
        : "\(call.flagKey) is answered again, in every environment.")
  }
}
