import SerinFlags

/// `serin flags owners`: the flags that have or had a key.
enum FlagsOwnersCommand: Command {
  static let description = CommandDescription(
    "flags owners", summary: "List the flags that have or had a key.",
    discussion: [
      """
      The one that has the key now comes first. An earlier one is named by its id wherever a command takes the KEY of a flag, \
      such as "serin flags history".
      """
    ],
    positionals: [.flagKey], sharedOptions: .projectTarget,
    examples: [("serin flags owners promo", "Shows which flags were called promo, and when they were deleted.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(call.projectPath(on: server) + ["flags", call.flagKey, "owners"])
    var table = Table("ID", "STATE", "CREATED", "ARCHIVED", "DELETED")
    for owner in try server.array("owners", in: answer) {
      table.add(
        .text(owner["id"]), .text(owner["state"]), .text(owner["createdAt"]), .text(owner["archivedAt"]),
        .text(owner["deletedAt"]))
    }
    return try call.show(answer, as: table, whenEmpty: "nothing was ever called \(call.flagKey)")
  }
}
