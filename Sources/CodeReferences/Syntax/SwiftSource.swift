import SerinFlags

/// A Swift source file as tokens, with what is asked of them everywhere.
///
/// Every question takes any index: where there is no token the answer is no.
struct SwiftSource: Sendable {
  let path: String
  let bytes: [UInt8]
  let tokens: [Token]
  /// Every type and extension, in the order of their braces.
  private(set) var types: [TypeDeclaration] = []

  /// Takes a file apart.
  init(_ file: SourceFile) {
    path = file.path
    bytes = file.bytes
    tokens = SwiftLexer.tokens(of: file.bytes)
    types = tokens.indices.compactMap(type)
  }

  /// Whether there is a token of that index.
  func has(_ index: Int) -> Bool { tokens.indices.contains(index) }

  /// Whether it is that bracket, comma or other sign.
  func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
    has(index) && tokens[index].kind == .punctuation && UInt32(tokens[index].byte) == sign.value
  }

  /// Whether it is that keyword or name, not in backticks.
  func isWord(_ index: Int, _ word: StaticString) -> Bool {
    guard has(index), tokens[index].kind == .identifier else { return false }
    let token = tokens[index]
    guard token.end - token.start == word.utf8CodeUnitCount else { return false }
    for offset in 0..<word.utf8CodeUnitCount where bytes[token.start + offset] != word.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Whether it is a name or keyword.
  func isName(_ index: Int) -> Bool {
    has(index) && (tokens[index].kind == .identifier || tokens[index].kind == .quotedIdentifier)
  }

  /// The name without its backticks, or nil when it is none.
  func name(_ index: Int) -> String? {
    guard isName(index) else { return nil }
    let token = tokens[index]
    let edge = token.kind == .quotedIdentifier ? 1 : 0
    return String(decoding: bytes[(token.start + edge)..<(token.end - edge)], as: UTF8.self)
  }

  /// The text of a string literal without interpolations, or nil.
  func string(_ index: Int) -> String? {
    guard has(index), tokens[index].kind == .string else { return nil }
    return StringLiteral.text(bytes[tokens[index].start..<tokens[index].end])
  }

  /// The text of a token as it is written.
  func spelling(_ index: Int) -> String {
    has(index) ? String(decoding: bytes[tokens[index].start..<tokens[index].end], as: UTF8.self) : ""
  }

  /// Whether a token follows the one before it without a blank.
  func isAdjacent(_ index: Int) -> Bool {
    has(index) && has(index - 1) && tokens[index].start == tokens[index - 1].end
  }

  /// Whether it begins a line, or is behind the last token.
  func startsLine(_ index: Int) -> Bool { !has(index) || tokens[index].startsLine }

  /// The index of the bracket that closes or opens this one, or nil.
  func partner(_ index: Int) -> Int? {
    has(index) && tokens[index].partner >= 0 ? tokens[index].partner : nil
  }

  /// The index behind a token, or behind the bracket that closes it.
  func next(after index: Int) -> Int {
    guard let partner = partner(index), partner > index else { return index + 1 }
    return partner + 1
  }
}
