/// The program as a whole: parses a command line, runs the command and reports what went wrong.
struct Program {
  let registry: CommandRegistry
  let console: Console
  let environment: [String: String]
  let standardInput: InputFile

  /// Runs a command line.
  ///
  /// - Parameter words: the words, the program's own name left out.
  /// - Returns: what the process ends with.
  func run(_ words: [String]) async -> ExitCode {
    // Known before the line is parsed, so that a line that cannot be parsed is answered in JSON as well.
    console.isJSON = words.prefix { $0 != "--" }.contains(OptionSpec.json.dashed)
    do throws(CommandFailure) {
      let code = try await perform(ArgumentParser.parse(words, registry: registry, environment: environment))
      try console.flush()
      return code
    } catch {
      console.report(error)
      return error.exit
    }
  }

  private func perform(_ request: ArgumentParser.Request) async throws(CommandFailure) -> ExitCode {
    switch request {
    case .help(let path):
      try HelpCommand.printHelp(of: path, registry: registry, on: console)
      return .done
    case .command(let command, let arguments):
      let call = CommandCall(
        arguments: arguments, console: console, environment: environment, standardInput: standardInput,
        registry: registry)
      return try await command.run(call)
    }
  }
}
