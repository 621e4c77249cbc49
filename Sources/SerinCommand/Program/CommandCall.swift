/// One call of a command: what it was given and the world it may touch.
struct CommandCall {
  /// The arguments, checked against the command's description.
  let arguments: ParsedArguments
  /// Where it prints.
  let console: Console
  /// The process's variables.
  let environment: [String: String]
  /// Opens standard input; only commands that were given `-` read it.
  let standardInput: InputFile
  /// The commands there are, for the help.
  let registry: CommandRegistry
}
