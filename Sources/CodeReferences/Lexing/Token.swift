/// One token of a Swift source file; comments, blank space and the text of conditions such as `#if DEBUG` are none.
struct Token: Sendable, Equatable {
  /// What a token is.
  enum Kind: UInt8, Sendable {
    /// A name or keyword.
    case identifier
    /// A name in backticks, which is no keyword.
    case quotedIdentifier
    /// A number.
    case number
    /// A string literal without interpolations.
    case string
    /// A string literal with interpolations: the tokens of their code follow, each in round brackets.
    case interpolatedString
    /// A regular expression literal.
    case regex
    /// One byte of anything else: a bracket, a comma, or a part of an operator.
    case punctuation
  }

  var kind: Kind
  /// Of a punctuation, its byte; otherwise 0.
  let byte: UInt8
  /// The offset of its first byte.
  let start: Int
  /// The offset behind its last byte.
  var end: Int
  /// Whether it is the first token on its line.
  let startsLine: Bool
  /// Of a bracket, the index of the token that closes or opens it; otherwise, and when there is none, -1.
  var partner = -1
}
