// How single tokens are taken.
extension FirebaseExpressionParser {
  mutating func advance() throws(Problem) { token = try lexer.next() }

  func unexpected(_ wanted: String) -> Problem {
    Problem(message: "\(token) stands where \(wanted) is expected")
  }

  mutating func expect(_ symbol: String) throws(Problem) {
    guard token == .symbol(symbol) else { throw unexpected(symbol) }
    try advance()
  }

  mutating func takeName() throws(Problem) -> String {
    guard case .name(let name) = token else { throw unexpected("a name") }
    try advance()
    return name
  }

  mutating func takeText() throws(Problem) -> String {
    guard case .text(let text) = token else { throw unexpected("a text in quotes") }
    try advance()
    return text
  }

  mutating func takeNumber() throws(Problem) -> String {
    guard case .number(let number) = token else { throw unexpected("a number") }
    try advance()
    return number
  }

  /// A function's name behind a dot: a word or a relation.
  mutating func takeFunction() throws(Problem) -> String {
    try advance()
    switch token {
    case .name(let name), .symbol(let name):
      try advance()
      return name
    default:
      throw unexpected("a comparison")
    }
  }

  mutating func takeArguments() throws(Problem) -> [String] {
    try expect("(")
    let arguments = try takeList()
    try expect(")")
    return arguments
  }

  mutating func takeList() throws(Problem) -> [String] {
    try expect("[")
    var values = [try takeText()]
    while token == .symbol(",") {
      try advance()
      values.append(try takeText())
    }
    try expect("]")
    return values
  }
}
