extension SwiftLexer {
  /// Whether a byte may stand in a name; every byte beyond ASCII may.
  @inline(__always)
  static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Goes on behind the last byte of a name.
  @inline(__always)
  mutating func skipName() {
    while position < bytes.count, Self.isNamePart(bytes[position]) { position += 1 }
  }

  /// Reads a number with its prefix, fraction and exponent.
  mutating func readNumber() {
    let start = position
    skipName()
    if byte(at: position) == UInt8(ascii: "."), Self.isDigit(byte(at: position + 1)) {
      position += 1
      skipName()
    }
    if endsBeforeExponent(from: start) {
      position += 1
      skipName()
    }
    append(.number, from: start)
  }

  /// Whether a number that began at an offset goes on here with the sign and the digits of its exponent: `1e` with `-3`.
  ///
  /// The exponent of a hexadecimal number begins with `p`, since `e` is one of its digits.
  private func endsBeforeExponent(from start: Int) -> Bool {
    let sign = byte(at: position)
    guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"), Self.isDigit(byte(at: position + 1)) else {
      return false
    }
    let isHexadecimal = bytes[start] == UInt8(ascii: "0") && byte(at: start + 1) == UInt8(ascii: "x")
    // The letter as a small one.
    return bytes[position - 1] | 0x20 == UInt8(ascii: isHexadecimal ? "p" : "e")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Reads a name in backticks, which may hold blanks.
  mutating func readQuotedIdentifier() {
    let start = position
    var end = position + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "`"), !Self.endsLine(bytes[end]) { end += 1 }
    guard byte(at: end) == UInt8(ascii: "`") else { return appendPunctuation(bytes[position]) }
    position = end + 1
    append(.quotedIdentifier, from: start)
  }

  /// Reads what a pound begins: a string or regular expression with pounds, a directive, or the pound of a macro.
  mutating func readPound() {
    var pounds = 1
    while byte(at: position + pounds) == UInt8(ascii: "#") { pounds += 1 }
    switch byte(at: position + pounds) {
    case UInt8(ascii: "\""): readString(pounds: pounds)
    case UInt8(ascii: "/"): readRegex(pounds: pounds)
    default:
      guard pounds == 1, isDirective else {
        for _ in 0..<pounds { appendPunctuation(UInt8(ascii: "#")) }
        return
      }
      skipCondition()
    }
  }

  private var isDirective: Bool {
    var end = position + 1
    while Self.isNamePart(byte(at: end)) { end += 1 }
    let name = bytes[(position + 1)..<end]
    return ["if", "elseif", "else", "endif"].contains { name.elementsEqual($0.utf8) }
  }

  /// Leaves out a directive with its condition, which is no code, up to a comment or the end of the line.
  private mutating func skipCondition() {
    while position < bytes.count, !Self.endsLine(bytes[position]) {
      let next = byte(at: position + 1)
      if bytes[position] == UInt8(ascii: "/"), next == UInt8(ascii: "/") || next == UInt8(ascii: "*") { return }
      position += 1
    }
  }

  /// Goes on at the end of the line.
  mutating func skipLine() {
    while position < bytes.count, !Self.endsLine(bytes[position]) { position += 1 }
  }

  @inline(__always)
  static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
