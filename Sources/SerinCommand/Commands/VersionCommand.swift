import SerinFlags

/// `serin version`: which version this is.
enum VersionCommand: Command {
  /// The version of the whole package, as Semantic Versioning writes it.
  static let version = "0.1.0"

  static let description = CommandDescription(
    "version", summary: "Print the version.", sharedOptions: [.json],
    examples: [("serin version", "Prints the version alone.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    if call.console.isJSON {
      try call.console.print(json: ["version": .string(version)])
    } else {
      try call.console.print(version)
    }
    return .done
  }
}
