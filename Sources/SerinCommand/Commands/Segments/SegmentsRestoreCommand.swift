/// `serin segments restore`: a segment that is again what it was.
enum SegmentsRestoreCommand: Command {
  static let description = CommandDescription(
    "segments restore", summary: "Make a segment what it was at an earlier version.",
    discussion: [
      """
      It becomes a new version with the definition, description and tags of the earlier one. A long list comes back as \
      it was, and no id is sent again. Where the segment had no definition at that version, it has none again, unless \
      something refers to it.
      """
    ],
    positionals: [.segmentKey, VersionCommands.segments.positional], options: [.reason],
    sharedOptions: .environmentTarget,
    examples: [
      ("serin segments restore vip 2.4 --reason \"wrong file\"", "Takes back what came after that version.")
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try await VersionCommands.segments.restore(call)
  }
}
