/// `serin flags history`: the versions of a flag in one environment.
enum FlagsHistoryCommand: Command {
  static let description = CommandDescription(
    "flags history", summary: "List what a flag was, who made it so, and why.",
    discussion: [
      """
      The newest version comes first. A version has two numbers: of what the flag is everywhere, and of what the \
      environment has of it. CHANGED names the places that differ from the version before; "serin flags diff" shows \
      them.
      """
    ],
    positionals: [.flagKey], options: VersionCommands.options, sharedOptions: .environmentTarget,
    examples: [
      ("serin flags history new_checkout", "Shows the last 20 versions in production."),
      ("serin flags history new_checkout --before 3.8 --limit 100", "Goes on before that version."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try await VersionCommands.flags.list(call)
  }
}
