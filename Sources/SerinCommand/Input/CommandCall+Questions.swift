extension OptionSpec {
  /// Does what would be asked for first.
  static let yes = OptionSpec.flag("yes", help: "Do it without a question, as where there is nobody to ask.")
}

extension CommandCall {
  /// Whether somebody says yes to a question; `--yes` says it beforehand.
  ///
  /// - Throws: a usage failure where there is nobody to ask: standard input is no terminal, or programs read the output.
  func isConfirmed(_ question: String) throws(CommandFailure) -> Bool {
    guard !arguments.isGiven(.yes) else { return true }
    guard standardInput.isTerminal, !console.isJSON else {
      throw .usage("this asks before it writes anything, and there is nobody to ask: give --yes")
    }
    try console.ask(question)
    guard case .text(let line)? = try standardInput.nextLine(limit: 100) else { return false }
    let answer = String(decoding: line, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    return answer == "y" || answer == "yes"
  }
}
