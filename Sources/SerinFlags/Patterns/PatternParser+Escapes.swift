extension PatternParser {
  /// Reads a backslash outside a class with what follows it.
  mutating func parseEscape() throws(PatternError) {
    let start = offset
    switch peek(ahead: 1) {
    case UInt8(ascii: "A"): appendAssertion(.beginText)
    case UInt8(ascii: "z"): appendAssertion(.endText)
    case UInt8(ascii: "b"): appendAssertion(.wordBoundary)
    case UInt8(ascii: "B"): appendAssertion(.noWordBoundary)
    case UInt8(ascii: "Q"): parseQuotation()
    default:
      if let set = try parseEscapedSet() {
        group.parts.append(.scalar(set))
      } else {
        appendLiteral(try parseEscapedScalar(from: start))
      }
    }
  }

  private mutating func appendAssertion(_ assertion: PatternAssertion) {
    offset += 2
    group.parts.append(.assertion(assertion))
  }

  /// Reads `\Q`, where everything up to `\E` or the end means itself.
  private mutating func parseQuotation() {
    offset += 2
    while offset < bytes.count {
      if stands("\\E") {
        offset += 2
        return
      }
      appendLiteral(nextScalar())
    }
  }

  /// Reads `\d`, `\pL` and the like, or nothing when it is not one of them.
  mutating func parseEscapedSet() throws(PatternError) -> CodePointSet? {
    guard let letter = peek(ahead: 1) else { return nil }
    let isInverted = (0x41...0x5A).contains(letter)
    if let set = CodePointSet.escapeClass(letter | 0x20) {
      offset += 2
      return finished(set, isInverted: isInverted)
    }
    guard letter | 0x20 == UInt8(ascii: "p") else { return nil }
    return try parseCategory(isInverted: isInverted)
  }

  /// A set with case ignored where the flags say so, then inverted: the order is RE2's.
  func finished(_ set: CodePointSet, isInverted: Bool) -> CodePointSet {
    let whole = flags.ignoresCase ? set.folded() : set
    return isInverted ? whole.inverted() : whole
  }

  private mutating func parseCategory(isInverted: Bool) throws(PatternError) -> CodePointSet {
    let start = offset
    offset += 2
    var isInverted = isInverted
    var name = ""
    if peek == UInt8(ascii: "{") {
      offset += 1
      if peek == UInt8(ascii: "^") {
        isInverted.toggle()
        offset += 1
      }
      let nameStart = offset
      while let byte = peek, byte != UInt8(ascii: "}") { offset += byte < 0x80 ? 1 : scalarLength }
      name = text(from: nameStart, to: offset)
      guard peek != nil else { throw error(at: start, "`\\p{` is not closed: `}` is missing") }
      offset += 1
    } else if peek != nil {
      let nameStart = offset
      _ = nextScalar()
      name = text(from: nameStart, to: offset)
    }
    guard let set = GeneralCategories.all[name] else {
      throw error(
        at: start, "\(quoted(from: start)) is not supported: only general categories such as `\\pL` and `\\p{Lu}` are")
    }
    return finished(set, isInverted: isInverted)
  }

  private var scalarLength: Int {
    bytes.withUnsafeBufferPointer { decodeScalar($0, at: offset).length }
  }
}
