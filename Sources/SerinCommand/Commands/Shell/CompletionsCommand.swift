/// `serin completions`: what a shell needs to complete command lines of the program.
enum CompletionsCommand: Command {
  /// The shells.
  private enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let description = CommandDescription(
    "completions", summary: "Print the completion script of a shell.",
    discussion: [
      """
      The script completes commands, options, their values and files. It is made from the same descriptions as the help; \
      print it again after an update. It asks no server.
      """
    ],
    positionals: [
      PositionalSpec("SHELL", choices: Shell.allCases.map(\.rawValue), help: "bash, zsh or fish.")
    ],
    examples: [
      ("serin completions bash > ~/.local/share/bash-completion/completions/serin", "Installs it for bash."),
      ("serin completions zsh > ~/.zfunc/_serin", "Installs it for zsh, where fpath has that folder."),
      ("serin completions fish > ~/.config/fish/completions/serin.fish", "Installs it for fish."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let name = call.arguments.positional(0) ?? ""
    guard let shell = Shell(rawValue: name) else {
      throw .usage("\"\(name)\" is not a shell that there are completions for: bash, zsh, fish")
    }
    let model = CompletionModel(call.registry)
    let script =
      switch shell {
      case .bash: BashCompletion.script(model)
      case .zsh: ZshCompletion.script(model)
      case .fish: FishCompletion.script(model)
      }
    try call.console.print(String(script.dropLast()))
    return .done
  }
}
