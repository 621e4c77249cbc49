import SerinFlags

/// `serin flags show`: one flag with its rules.
enum FlagsShowCommand: Command {
  private static let version = OptionSpec.value(
    "version", "VERSION", help: "As it was at this version; \"serin flags history\" lists them.")

  static let description = CommandDescription(
    "flags show", summary: "Show a flag with its properties, variations and rules.",
    positionals: [.flagKey], options: [version], sharedOptions: .environmentTarget,
    examples: [
      ("serin flags show new_checkout", "Describes the flag in a few lines."),
      ("serin flags show new_checkout --version 3.7", "Describes it as it was."),
      ("serin flags show new_checkout --json", "Prints its document with its version."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let path = try await call.environmentPath(on: server) + ["flags", call.flagKey]
    let view = try await server.get(path + (call.arguments[version].map { ["versions", $0] } ?? []))
    if call.console.isJSON {
      try call.console.print(json: view)
    } else {
      try call.print(FlagText.table(of: view))
    }
    return .done
  }
}
