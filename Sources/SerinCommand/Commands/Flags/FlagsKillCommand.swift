/// `serin flags kill`: a flag off for everybody.
enum FlagsKillCommand: Command {
  static let description = CommandDescription(
    "flags kill", summary: "Turn a flag off for everybody, at once.",
    discussion: [
      """
      A killed flag is off with its default property values, whatever its rules say, until it is un-killed. Its rules \
      are kept. Killing a killed flag changes nothing. It needs no approval.
      """
    ],
    positionals: [.flagKey], options: [.reason], sharedOptions: .environmentTarget,
    examples: [("serin flags kill new_checkout --reason \"orders fail\"", "Turns the flag off in production.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let code = try await call.changeInEnvironment("kill", expecting: ("killed", true)) { flag in
      "\(flag) is killed: off for everybody, with default property values."
    }
    try call.console.remark("\"serin flags unkill \(call.flagKey)\" puts its rules in force again")
    return code
  }
}
