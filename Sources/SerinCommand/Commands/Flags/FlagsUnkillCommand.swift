/// `serin flags unkill`: a killed flag that follows its rules again.
enum FlagsUnkillCommand: Command {
  static let description = CommandDescription(
    "flags unkill", summary: "Let a killed flag follow its rules again.",
    discussion: ["Nobody is reshuffled: rules and salts are those from before the kill."],
    positionals: [.flagKey], options: [.reason], sharedOptions: .environmentTarget,
    examples: [("serin flags unkill new_checkout --reason \"fixed in 5.2.1\"", "Takes the kill in production back.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try await call.changeInEnvironment("unkill", expecting: ("killed", false)) { flag in
      "\(flag) is not killed: its rules decide."
    }
  }
}
