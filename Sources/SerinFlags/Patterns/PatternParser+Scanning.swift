extension PatternParser {
  /// The byte to read next, or nil at the end.
  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The byte `distance` behind the next one.
  func peek(ahead distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  /// Whether the rest begins with this text.
  func stands(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - offset >= count else { return false }
    return text.withUTF8Buffer { wanted in (0..<count).allSatisfy { bytes[offset + $0] == wanted[$0] } }
  }

  /// Reads a scalar; the caller has seen that there is one.
  mutating func nextScalar() -> UInt32 {
    let (scalar, length) = bytes.withUnsafeBufferPointer { decodeScalar($0, at: offset) }
    offset += length
    return scalar
  }

  /// The pattern between two places.
  func text(from start: Int, to end: Int) -> String {
    String(decoding: bytes[start..<min(end, bytes.count)], as: UTF8.self)
  }

  /// An error at a place.
  func error(at offset: Int, _ message: String) -> PatternError {
    PatternError(offset: offset, message: message)
  }

  /// Reads an unsigned number, which stops growing beyond every limit, or nil when no digit stands here.
  mutating func parseNumber() -> Int? {
    var number: Int?
    while let byte = peek, (0x30...0x39).contains(byte) {
      number = min((number ?? 0) * 10 + Int(byte - 0x30), 1_000_000)
      offset += 1
    }
    return number
  }
}
