/// `serin flags unarchive`: an archived flag that is answered again.
enum FlagsUnarchiveCommand: Command {
  static let description = CommandDescription(
    "flags unarchive", summary: "Put an archived flag back into the answers.",
    discussion: ["It comes back with the rules and salts it had, in every environment."],
    positionals: [.flagKey], options: [.reason], sharedOptions: .projectTarget,
    examples: [("serin flags unarchive new_checkout --reason \"still needed\"", "Takes the archiving back.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try await call.changeInProject("unarchive", expecting: false) { "\($0) is answered again, in every environment." }
  }
}
