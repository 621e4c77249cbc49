/// `serin flags restore`: a flag that is again what it was.
enum FlagsRestoreCommand: Command {
  static let description = CommandDescription(
    "flags restore", summary: "Make a flag what it was at an earlier version.",
    discussion: [
      """
      It becomes a new version with the rule ids and salts of the earlier one, so that everybody is in the group they \
      were in. A kill or archiving stays as it is; "serin flags unkill" and "serin flags unarchive" take those back.
      """
    ],
    positionals: [.flagKey, VersionCommands.flags.positional], options: [.reason], sharedOptions: .environmentTarget,
    examples: [
      ("serin flags restore new_checkout 3.7 --reason \"too early\"", "Takes back what came after that version.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try await VersionCommands.flags.restore(call)
  }
}
