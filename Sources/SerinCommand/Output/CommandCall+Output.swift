import SerinFlags

extension CommandCall {
  /// Prints an answer: as it is with `--json`, else as a table.
  ///
  /// - Parameter whenEmpty: what a person is told instead of a table without rows.
  func show(_ answer: JSONValue, as table: Table, whenEmpty: String) throws(CommandFailure) -> ExitCode {
    if console.isJSON {
      try console.print(json: answer)
    } else if table.isEmpty {
      try console.remark(whenEmpty)
    } else {
      try print(table)
    }
    return .done
  }

  /// Prints an answer: as it is with `--json`, else as a sentence.
  func show(_ answer: JSONValue, as sentence: String) throws(CommandFailure) -> ExitCode {
    if console.isJSON {
      try console.print(json: answer)
    } else {
      try console.print(sentence.printable)
    }
    return .done
  }

  /// Prints a table.
  func print(_ table: Table, indent: Int = 0) throws(CommandFailure) {
    for line in table.lines(style: console.style) {
      try console.print(String(repeating: " ", count: indent) + line)
    }
  }
}
