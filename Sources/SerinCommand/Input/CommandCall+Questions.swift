extension OptionSpec {
  /// Does what would be asked for first.
  static let yes = OptionSpec.flag("yes", help: "Do it without a question, as where there is nobody to ask.")
}

extension CommandCall {
  /// Checks that a question can be asked where `--yes` does not answer it beforehand.
  ///
  /// - Throws: a usage failure where there is nobody to ask: standard input is no terminal, or programs read the output.
  func checkSomebodyAnswers() throws(CommandFailure) {
    guard arguments.isGiven(.yes) || (standardInput.isTerminal && !console.isJSON) else {
      throw .usage("this asks before it writes anything, and there is nobody to ask: give --yes")
    }
  }

  /// Whether somebody says yes to a question; `--yes` says it beforehand.
  ///
  /// - Throws: a usage failure where there is nobody to ask: standard input is no terminal, or programs read the output.
  func isConfirmed(_ question: String) throws(CommandFailure) -> Bool {
    guard !arguments.isGiven(.yes) else { return true }
    try checkSomebodyAnswers()
    try console.ask(question)
    guard case .text(let line)? = try standardInput.nextLine(limit: 100) else { return false }
    let answer = String(decoding: line, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    return answer == "y" || answer == "yes"
  }
}
