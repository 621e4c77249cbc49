/// `serin help`: how the program or one of its commands is used.
enum HelpCommand: Command {
  static let description = CommandDescription(
    "help", summary: "Show how a command is used.",
    positionals: [
      PositionalSpec("COMMAND", isRequired: false, repeats: true, help: "The words of the command; none: an overview.")
    ],
    examples: [("serin help flags apply", "Explains \"serin flags apply\", as \"serin flags apply --help\" does.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    try printHelp(of: call.arguments.positionals, registry: call.registry, on: call.console)
    return .done
  }

  /// Prints the help of what the words name.
  static func printHelp(of path: [String], registry: CommandRegistry, on console: Console) throws(CommandFailure) {
    let page: HelpPage
    switch path.isEmpty ? .group : registry.lookUp(path) {
    case .command(let command): page = HelpPage(command: command.description)
    case .group: page = path.first.map { HelpPage(group: $0, registry: registry) } ?? HelpPage(overview: registry)
    case nil: throw registry.failure(forUnknown: path)
    }
    try console.print(String(page.text.dropLast()))
  }
}
