import Foundation

/// The `serin` program.
@main
struct SerinCommand {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    let style = Style.standard(isTerminal: isatty(STDOUT_FILENO) == 1, environment: environment)
    let program = Program(
      registry: .standard,
      console: Console(
        output: FileDescriptorSink(STDOUT_FILENO), messages: FileDescriptorSink(STDERR_FILENO), style: style,
        progress: ProgressLine(
          terminal: ProgressLine.isWanted(isTerminal: isatty(STDERR_FILENO) == 1, environment: environment)
            ? FileDescriptorSink(STDERR_FILENO) : nil)),
      environment: environment,
      standardInput: InputFile(descriptor: STDIN_FILENO, name: "standard input"))
    do throws(CommandFailure) {
      let code = try await program.run(ProcessArguments.words())
      exit(code.rawValue)
    } catch {
      program.console.report(error)
      exit(error.exit.rawValue)
    }
  }
}
