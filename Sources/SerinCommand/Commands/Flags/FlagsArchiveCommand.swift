/// `serin flags archive`: a flag that leaves every answer.
enum FlagsArchiveCommand: Command {
  static let description = CommandDescription(
    "flags archive", summary: "Take a flag out of every answer, in every environment.",
    discussion: [
      """
      Apps that still ask for it get the default written in their code. The flag keeps its rules and salts, so that \
      unarchiving it reshuffles nobody.
      """
    ],
    positionals: [.flagKey], options: [.reason], sharedOptions: .projectTarget,
    examples: [("serin flags archive new_checkout --reason \"at 100 % since May\"", "Archives the flag.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try await call.changeInProject("archive", expecting: true) { flag in
      "\(flag) is archived: it has left every answer, in every environment."
    }
  }
}
