/// Takes a Swift source apart into tokens, as the lexical structure of "The Swift Programming Language" describes them.
///
/// It keeps apart what looks alike: comments, which nest; strings of one line, of several lines and with pounds, whose
/// interpolations are code again; regular expressions, which may hold quotes; and code in conditional blocks, all of which
/// is read, since it may be built elsewhere. It never fails: what is no Swift gives tokens of some kind, in time that
/// grows with the length only.
struct SwiftLexer {
  /// A bracket whose partner is awaited.
  struct OpenBracket {
    let token: Int
    let byte: UInt8
    let isInterpolation: Bool
  }

  /// A string literal that is read, or whose interpolation is.
  struct OpenString {
    let token: Int
    let pounds: Int
    let isMultiline: Bool
  }

  let bytes: [UInt8]
  var position = 0
  var tokens: [Token] = []
  var startsLine = true
  /// The strings around the code that is read now, the innermost last.
  var strings: [OpenString] = []
  private var brackets: [OpenBracket] = []
  /// How many brackets of each kind are open, so that a stray one is not looked for.
  private var openRound = 0
  private var openSquare = 0
  private var openCurly = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 5)
  }

  /// The tokens of a source.
  static func tokens(of bytes: [UInt8]) -> [Token] {
    var lexer = SwiftLexer(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lexer.position = 3 }
    if lexer.byte(at: lexer.position) == UInt8(ascii: "#"), lexer.byte(at: lexer.position + 1) == UInt8(ascii: "!") {
      lexer.skipLine()
    }
    while lexer.position < bytes.count { lexer.readCode() }
    return lexer.tokens
  }

  /// The byte at an offset, or 0 behind the end.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func readCode() {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      startsLine = true
      position += 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), 0, 0x0B, 0x0C: position += 1
    case UInt8(ascii: "/"): readSlash()
    case UInt8(ascii: "\""): readString(pounds: 0)
    case UInt8(ascii: "#"): readPound()
    case UInt8(ascii: "`"): readQuotedIdentifier()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open(byte)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(byte)
    case _ where Self.isNamePart(byte):
      let start = position
      skipName()
      append(.identifier, from: start)
    default: appendPunctuation(byte)
    }
  }

  /// Adds the token from `start` to here.
  mutating func append(_ kind: Token.Kind, from start: Int) {
    tokens.append(Token(kind: kind, byte: 0, start: start, end: position, startsLine: startsLine))
    startsLine = false
  }

  mutating func appendPunctuation(_ byte: UInt8) {
    tokens.append(Token(kind: .punctuation, byte: byte, start: position, end: position + 1, startsLine: startsLine))
    position += 1
    startsLine = false
  }

  /// Adds an opening bracket.
  mutating func open(_ byte: UInt8, isInterpolation: Bool = false) {
    brackets.append(OpenBracket(token: tokens.count, byte: byte, isInterpolation: isInterpolation))
    count(byte, by: 1)
    appendPunctuation(byte)
  }

  /// Adds a closing bracket; brackets within that were never closed are given up.
  private mutating func close(_ byte: UInt8) {
    let wanted = Self.opener(of: byte)
    appendPunctuation(byte)
    guard openCount(wanted) > 0 else { return }
    while let bracket = brackets.popLast() {
      count(bracket.byte, by: -1)
      let string = bracket.isInterpolation ? strings.popLast() : nil
      guard bracket.byte == wanted else { continue }
      tokens[bracket.token].partner = tokens.count - 1
      tokens[tokens.count - 1].partner = bracket.token
      if let string { readContent(of: string) }
      return
    }
  }

  private static func opener(of closer: UInt8) -> UInt8 {
    switch closer {
    case UInt8(ascii: ")"): UInt8(ascii: "(")
    case UInt8(ascii: "]"): UInt8(ascii: "[")
    default: UInt8(ascii: "{")
    }
  }

  private func openCount(_ opener: UInt8) -> Int {
    switch opener {
    case UInt8(ascii: "("): openRound
    case UInt8(ascii: "["): openSquare
    default: openCurly
    }
  }

  private mutating func count(_ opener: UInt8, by step: Int) {
    switch opener {
    case UInt8(ascii: "("): openRound += step
    case UInt8(ascii: "["): openSquare += step
    default: openCurly += step
    }
  }
}
