/// Divides an expression into its words, texts, numbers and symbols.
struct FirebaseLexer {
  enum Token: Equatable, CustomStringConvertible {
    case name(String)
    case text(String)
    case number(String)
    case symbol(String)
    case end

    var description: String {
      switch self {
      case .name(let text), .number(let text), .symbol(let text): "`\(text)`"
      case .text(let text): "'\(text)'"
      case .end: "the end"
      }
    }
  }

  static let relations: Set<String> = ["<", "<=", "==", "!=", ">", ">="]
  /// The longer ones first.
  private static let symbols = ["&&", "||", "<=", ">=", "==", "!=", "<", ">", "!", "(", ")", "[", "]", ",", "."]

  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The next token without taking it; the end where there is none.
  var peek: Token {
    var copy = self
    return (try? copy.next()) ?? .end
  }

  mutating func next() throws(FirebaseExpressionParser.Problem) -> Token {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\n") {
      position += 1
    }
    guard position < bytes.count else { return .end }
    let byte = bytes[position]
    if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { return .text(try takeText(until: byte)) }
    if Self.isDigit(byte) || ((byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")) && isDigit(at: position + 1)) {
      return .number(take { Self.isDigit($0) || $0 == UInt8(ascii: ".") })
    }
    if Self.isLetter(byte) { return .name(take { Self.isLetter($0) || Self.isDigit($0) }) }
    for symbol in Self.symbols where bytes[position...].starts(with: symbol.utf8) {
      position += symbol.utf8.count
      return .symbol(symbol)
    }
    throw FirebaseExpressionParser.Problem(
      message: "`\(String(decoding: bytes[position...].prefix(10), as: UTF8.self))` is not understood")
  }

  /// The first byte and those behind it that belong to it.
  private mutating func take(_ belongs: (UInt8) -> Bool) -> String {
    let start = position
    position += 1
    while position < bytes.count, belongs(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func takeText(until quote: UInt8) throws(FirebaseExpressionParser.Problem) -> String {
    var text: [UInt8] = []
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
        // Only an escaped quote is certain; what two backslashes mean is not documented.
        guard bytes[position + 1] != UInt8(ascii: "\\") else {
          throw FirebaseExpressionParser.Problem(message: "two backslashes in a text have no documented meaning")
        }
        if bytes[position + 1] == quote { position += 1 }
      }
      text.append(bytes[position])
      position += 1
    }
    guard position < bytes.count else {
      throw FirebaseExpressionParser.Problem(message: "a text has no end")
    }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private func isDigit(at index: Int) -> Bool { index < bytes.count && Self.isDigit(bytes[index]) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
}
