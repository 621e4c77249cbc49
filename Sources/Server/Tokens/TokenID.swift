/// The 16 characters of a token's id as two integers, which are found without making a string.
struct TokenID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// How many characters an id has.
  static let length = 16

  /// The id that some characters are; nil when there are more or fewer than 16.
  init?(_ characters: some Collection<UInt8>) {
    guard characters.count == Self.length else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for byte in characters { words = (words.0 << 8 | words.1 >> 56, words.1 << 8 | UInt64(byte)) }
    (high, low) = words
  }

  /// The id inside a token `srn_<kind>_<id>_…`; the rest of the token is not looked at.
  init?(inToken token: ArraySlice<UInt8>) {
    let underscore = UInt8(ascii: "_")
    guard token.starts(with: "srn_".utf8) else { return nil }
    let kind = token.dropFirst(4)
    guard let end = kind.firstIndex(of: underscore) else { return nil }
    let rest = token[(end + 1)...]
    guard rest.count > Self.length, rest[rest.startIndex + Self.length] == underscore else { return nil }
    self.init(rest.prefix(Self.length))
  }
}
