/// `serin segments history`: the versions of a segment in one environment.
enum SegmentsHistoryCommand: Command {
  static let description = CommandDescription(
    "segments history", summary: "List what a segment was, who made it so, and why.",
    discussion: [
      """
      The newest version comes first. A version has two numbers: of the segment's description and tags, and of its \
      definition in the environment, 0 where there was none. CHANGED names the places that differ from the version \
      before; with --json, what was there and what is. Of a long list that is its digest and count, never its ids.
      """
    ],
    positionals: [.segmentKey], options: VersionCommands.options, sharedOptions: .environmentTarget,
    examples: [
      ("serin segments history vip", "Shows the last 20 versions in production."),
      ("serin segments history vip --before 2.5 --limit 100", "Goes on before that version."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try await VersionCommands.segments.list(call)
  }
}
