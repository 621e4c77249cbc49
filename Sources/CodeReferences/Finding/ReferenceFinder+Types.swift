import SerinFlags

extension ReferenceFinder {
  /// The longest expression that is looked through, in tokens; what stands in brackets counts as one.
  private static let longestExpression = 500

  /// Looks where a type of keys is written: `key: FlagKey = .newCheckout`, `-> FlagKey { … }`, `var key: FlagKey { … }`.
  mutating func findTypedPlace(at index: Int, type: String) {
    let end = source.endOfType(named: index)
    if source.isAssignment(end) {
      find(inValueAt: end + 1, expecting: type)
    } else if source.isSign(end, "{"), isValueType(index), let close = source.partner(end) {
      find(inBody: (end + 1)..<close, expecting: type)
    } else if source.isSign(end, "("), source.isSign(end - 1, "]"), source.isSign(index - 1, "["),
      let close = source.partner(end)
    {
      // `[FlagKey]([.newCheckout])`
      find(in: (end + 1)..<close, expecting: type)
    }
  }

  /// Whether a type stands behind a colon or an arrow, so that braces behind it give a value of it.
  private func isValueType(_ index: Int) -> Bool {
    var start = index
    while source.isSign(start - 1, "."), source.isName(start - 2) { start -= 2 }
    // `[FlagKey]`, `Set<FlagKey>`
    while source.isSign(start - 1, "[") || (source.isSign(start - 1, "<") && source.isName(start - 2)) {
      start -= source.isSign(start - 1, "[") ? 1 : 2
    }
    if source.isSign(start - 1, ">") { return source.isSign(start - 2, "-") }
    // Behind the colon of a type stand its protocols.
    guard source.isSign(start - 1, ":") else { return false }
    return source.isWord(start - 3, "var") || source.isWord(start - 3, "let") || source.isSign(start - 2, ")")
  }

  /// The places of `configuration.declared = [.newCheckout]`: a flag that is handed to the client is not used by that.
  mutating func findDeclaredList(at index: Int) {
    if source.isAssignment(index + 1) {
      find(inValueAt: index + 2, expecting: "FlagKey", as: .declaration)
    } else if source.isSign(index + 1, "+"), source.isSign(index + 2, "="), source.isAdjacent(index + 2) {
      find(inValueAt: index + 3, expecting: "FlagKey", as: .declaration)
    }
  }

  /// Looks at the expression that begins at a token.
  private mutating func find(inValueAt start: Int, expecting type: String, as kind: CodeReferenceKind? = nil) {
    if source.isWord(start, "switch") || source.isWord(start, "if") {
      return find(inBody: start..<endOfBranches(at: start), expecting: type)
    }
    find(in: start..<endOfExpression(at: start), expecting: type, as: kind)
  }

  /// Where an expression ends: at a comma, a closing bracket, or a line that does not go on with it.
  private func endOfExpression(at start: Int) -> Int {
    var index = start
    while source.has(index), index - start < Self.longestExpression {
      if source.isSign(index, ",") || source.isSign(index, ";") || source.isSign(index, "{") { return index }
      if source.isSign(index, ")") || source.isSign(index, "]") || source.isSign(index, "}") { return index }
      if index > start, source.startsLine(index), !goesOn(at: index), !awaitsMore(at: index - 1) { return index }
      index = source.next(after: index)
    }
    return min(index, source.tokens.count)
  }

  private func goesOn(at index: Int) -> Bool {
    source.isSign(index, "?") || source.isSign(index, ":") || source.isSign(index, ".")
  }

  private func awaitsMore(at index: Int) -> Bool {
    source.isSign(index, "?") && !source.isAdjacent(index) || source.isSign(index, ":") || source.isSign(index, "=")
  }

  /// Where the branches of `if … {} else {}` or `switch … {}` end.
  private func endOfBranches(at start: Int) -> Int {
    var index = start
    while source.has(index), index - start < Self.longestExpression {
      index = source.next(after: index)
      let isBehindBrace = source.isSign(index - 1, "}")
      if isBehindBrace, !source.isWord(index, "else") { return index }
    }
    return min(index, source.tokens.count)
  }

  /// Looks for the values that code gives back: behind `return`, a brace, or the colon of a case.
  ///
  /// What stands in round brackets belongs to calls and is left out; so are the patterns of cases. A body within that gives
  /// keys as well is left to the type before it, so that no token is looked at once for each body around it.
  private mutating func find(inBody range: Range<Int>, expecting type: String) {
    var index = range.lowerBound
    var isPattern = false
    find(resultAt: index, in: range, expecting: type)
    while index < range.upperBound {
      if let behind = endOfTypedBody(at: index) {
        index = behind
        continue
      }
      if source.isWord(index, "case") { isPattern = true }
      if source.isSign(index, ":") {
        find(resultAt: index + 1, in: range, expecting: type)
        isPattern = false
      } else if !isPattern, source.isWord(index, "return") || source.isSign(index, "{") {
        find(resultAt: index + 1, in: range, expecting: type)
      }
      index = source.isSign(index, "(") || source.isSign(index, "[") ? source.next(after: index) : index + 1
    }
  }

  /// The index behind the braces of a type of keys that begins at a token: of the arrow's `FlagKey` in
  /// `func key() -> FlagKey { … }`; nil where no such type with braces is.
  private func endOfTypedBody(at index: Int) -> Int? {
    guard source.isSign(index - 1, ":") || source.isSign(index - 1, ">"), let type = source.typeName(at: index),
      keyTypes.contains(type.name)
    else { return nil }
    let brace = source.endOfType(named: type.index)
    guard source.isSign(brace, "{"), isValueType(type.index), source.partner(brace) != nil else { return nil }
    return source.next(after: brace)
  }

  private mutating func find(resultAt start: Int, in range: Range<Int>, expecting type: String) {
    let end = min(endOfExpression(at: start), range.upperBound)
    if start < end { find(in: start..<end, expecting: type) }
  }
}
