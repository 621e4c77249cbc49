extension SwiftLexer {
  /// Reads what a slash begins: a comment, a regular expression, or an operator.
  mutating func readSlash() {
    switch byte(at: position + 1) {
    case UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "*"): skipBlockComment()
    default:
      if !isAfterOperand, let end = endOfRegex {
        let start = position
        position = end
        append(.regex, from: start)
      } else {
        appendPunctuation(UInt8(ascii: "/"))
      }
    }
  }

  /// Leaves out a comment and all comments within it.
  private mutating func skipBlockComment() {
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      let next = self.byte(at: position + 1)
      if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else {
        if Self.endsLine(byte) { startsLine = true }
        position += 1
      }
    }
  }

  /// Whether a value ends just before, so that a slash divides it.
  private var isAfterOperand: Bool {
    guard let last = tokens.last, !startsLine else { return false }
    switch last.kind {
    case .identifier: return !Self.wordsBeforeValues.contains { bytes[last.start..<last.end].elementsEqual($0.utf8) }
    case .quotedIdentifier, .number, .string, .interpolatedString, .regex: return true
    case .punctuation:
      switch last.byte {
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return true
      case UInt8(ascii: "!"), UInt8(ascii: "?"): return last.end == position
      default: return false
      }
    }
  }

  private static let wordsBeforeValues = [
    "return", "case", "in", "if", "where", "else", "throw", "try", "await", "guard", "while", "switch", "is", "as",
  ]

  /// Where a regular expression between single slashes ends that begins here, or nil when this is none.
  ///
  /// SE-0354: it ends on its line, neither begins nor ends with a blank, and closes no bracket that it did not open.
  private var endOfRegex: Int? {
    var offset = position + 1
    var depth = 0
    guard !Self.isBlank(byte(at: offset)) else { return nil }
    let limit = min(bytes.count, position + Self.longestRegex)
    while offset < limit, !Self.endsLine(bytes[offset]) {
      switch bytes[offset] {
      case UInt8(ascii: "\\"): offset += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth < 0 { return nil }
      case UInt8(ascii: "/"): return Self.isBlank(bytes[offset - 1]) ? nil : offset + 1
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// So many bytes are looked through for the end of an expression: a line of a thousand slashes must not be gone through
  /// a thousand times.
  private static let longestRegex = 2_000

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Reads a regular expression between pounds and slashes; one whose first line is empty goes on over several.
  mutating func readRegex(pounds: Int) {
    let start = position
    position += pounds + 1
    var first = position
    while first < bytes.count, Self.isBlank(bytes[first]) { first += 1 }
    let isMultiline = Self.endsLine(byte(at: first))
    while position < bytes.count, isMultiline || !Self.endsLine(bytes[position]) {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position = min(position + 2, bytes.count)
      case UInt8(ascii: "/") where hasPounds(pounds, at: position + 1):
        position += 1 + pounds
        return append(.regex, from: start)
      default: position += 1
      }
    }
    append(.regex, from: start)
  }
}
