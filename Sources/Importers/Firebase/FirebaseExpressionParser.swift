/// Reads a condition's expression into its terms.
///
/// The language is that of the templates in the REST API: terms joined by ` && `, without other operators between them.
struct FirebaseExpressionParser {
  var lexer: FirebaseLexer
  var token: FirebaseLexer.Token

  /// Why a text is no expression.
  struct Problem: Error {
    var message: String
  }

  /// The terms of an expression.
  static func parse(_ text: String) throws(Problem) -> [FirebaseTerm] {
    var parser = try FirebaseExpressionParser(text)
    return try parser.parseTerms()
  }

  private init(_ text: String) throws(Problem) {
    lexer = FirebaseLexer(text)
    token = try lexer.next()
  }

  private mutating func parseTerms() throws(Problem) -> [FirebaseTerm] {
    var terms = [try parseTerm()]
    while token == .symbol("&&") {
      try advance()
      terms.append(try parseTerm())
    }
    guard token == .end else { throw unexpected("&& or the end") }
    return terms
  }

  private mutating func parseTerm() throws(Problem) -> FirebaseTerm {
    if token == .name("true") || token == .name("false") {
      let isTrue = token == .name("true")
      try advance()
      return .constant(isTrue)
    }
    var subject = try parseName()
    var function: String?
    if token == .symbol("["), subject.name != "percent" {
      try advance()
      subject.key = try takeText()
      try expect("]")
      if token == .symbol(".") { function = try takeFunction() }
    } else if token == .symbol(".") {
      function = try takeFunction()
    } else if token == .symbol("(") {
      return try parseCall(subject)
    }
    if let function { return .call(subject, function: function, arguments: try takeArguments()) }
    return try parseRelation(of: subject)
  }

  /// A dotted name, up to what is not a word.
  private mutating func parseName() throws(Problem) -> FirebaseSubject {
    var name = try takeName()
    while token == .symbol("."), case .name = lexer.peek {
      try advance()
      name += "." + (try takeName())
    }
    return FirebaseSubject(name: name)
  }

  /// What follows a name with a parenthesis: a seed, a version, or a function's arguments.
  private mutating func parseCall(_ subject: FirebaseSubject) throws(Problem) -> FirebaseTerm {
    var subject = subject
    if subject.name == "percent" {
      try advance()
      subject.argument = try takeText()
      try expect(")")
      return try parseRelation(of: subject)
    }
    if subject.name == "version" {
      try advance()
      subject = try parseName()
      try expect("[")
      subject.key = try takeText()
      try expect("]")
      try expect(")")
      subject.isVersion = true
      return try parseRelation(of: subject)
    }
    guard let dot = subject.name.lastIndex(of: ".") else { throw unexpected("a comparison") }
    let function = String(subject.name[subject.name.index(after: dot)...])
    subject.name = String(subject.name[..<dot])
    return .call(subject, function: function, arguments: try takeArguments())
  }

  private mutating func parseRelation(of subject: FirebaseSubject) throws(Problem) -> FirebaseTerm {
    switch token {
    case .name("in"):
      try advance()
      return .membership(subject, try takeList())
    case .name("between"):
      try advance()
      let lower = try takeNumber()
      guard token == .name("and") else { throw unexpected("and") }
      try advance()
      return .between(subject, lower: lower, upper: try takeNumber())
    case .symbol(let symbol) where FirebaseLexer.relations.contains(symbol):
      try advance()
      return .comparison(subject, relation: symbol, try takeOperand())
    default:
      throw unexpected("a comparison")
    }
  }

  private mutating func takeOperand() throws(Problem) -> FirebaseOperand {
    switch token {
    case .text(let text):
      try advance()
      return .text(text)
    case .number(let number):
      try advance()
      return .number(number)
    case .name("dateTime"):
      try advance()
      return try takeInstant()
    case .symbol("("):
      return try takeInstant()
    default:
      throw unexpected("a value")
    }
  }

  private mutating func takeInstant() throws(Problem) -> FirebaseOperand {
    try expect("(")
    let text = try takeText()
    var zone: String?
    if token == .symbol(",") {
      try advance()
      zone = try takeText()
    }
    try expect(")")
    return .instant(text, zone: zone)
  }
}
