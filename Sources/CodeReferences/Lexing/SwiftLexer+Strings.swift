extension SwiftLexer {
  /// Reads a string literal that begins here with that many pounds, up to its end or its first interpolation.
  mutating func readString(pounds: Int) {
    let start = position
    let quote = position + pounds
    let isMultiline = beginsMultiline(at: quote, pounds: pounds)
    position = quote + (isMultiline ? 3 : 1)
    let string = OpenString(token: tokens.count, pounds: pounds, isMultiline: isMultiline)
    append(.string, from: start)
    readContent(of: string)
  }

  /// Whether the quote at an offset is the first of three that begin several lines.
  ///
  /// `#"""#` is a string of one line that holds one quote: with pounds, what ends on the same line is one.
  private func beginsMultiline(at quote: Int, pounds: Int) -> Bool {
    guard byte(at: quote + 1) == UInt8(ascii: "\""), byte(at: quote + 2) == UInt8(ascii: "\"") else { return false }
    guard pounds > 0 else { return true }
    var offset = quote + 1
    while offset < bytes.count, !Self.endsLine(bytes[offset]) {
      if bytes[offset] == UInt8(ascii: "\""), hasPounds(pounds, at: offset + 1) { return false }
      offset += 1
    }
    return true
  }

  /// Goes on in the text of a string.
  ///
  /// At an interpolation it leaves the string open and returns: its code is read like any other, and the bracket that
  /// closes it leads back here. A string that is not closed on its line ends there, as the compiler takes it.
  mutating func readContent(of string: OpenString) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\"") where closes(string):
        position += (string.isMultiline ? 3 : 1) + string.pounds
        tokens[string.token].end = position
        return
      case UInt8(ascii: "\\") where hasPounds(string.pounds, at: position + 1):
        position += 1 + string.pounds
        if byte(at: position) == UInt8(ascii: "(") {
          tokens[string.token].kind = .interpolatedString
          strings.append(string)
          return open(UInt8(ascii: "("), isInterpolation: true)
        }
        if position < bytes.count, !Self.endsLine(bytes[position]) { position += 1 }
      case UInt8(ascii: "\n") where !string.isMultiline, UInt8(ascii: "\r") where !string.isMultiline:
        tokens[string.token].end = position
        return
      default: position += 1
      }
    }
    tokens[string.token].end = position
  }

  private func closes(_ string: OpenString) -> Bool {
    guard string.isMultiline else { return hasPounds(string.pounds, at: position + 1) }
    return byte(at: position + 1) == UInt8(ascii: "\"") && byte(at: position + 2) == UInt8(ascii: "\"")
      && hasPounds(string.pounds, at: position + 3)
  }

  /// Whether that many pounds stand at an offset.
  func hasPounds(_ pounds: Int, at offset: Int) -> Bool {
    guard pounds > 0 else { return true }
    guard offset + pounds <= bytes.count else { return false }
    return bytes[offset..<(offset + pounds)].allSatisfy { $0 == UInt8(ascii: "#") }
  }
}
