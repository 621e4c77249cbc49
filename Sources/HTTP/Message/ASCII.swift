/// Questions about single bytes of a head.
enum ASCII {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let tab: UInt8 = 0x09

  /// The byte with A to Z turned into a to z.
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Whether the byte may stand in a token: a method or the name of a field (RFC 9110, 5.6.2).
  static func isTokenCharacter(_ byte: UInt8) -> Bool {
    // One bit for each of the first 128 bytes.
    let bits: UInt64 = byte < 64 ? 0x03FF_6CFA_0000_0000 : byte < 128 ? 0x57FF_FFFF_C7FF_FFFE : 0
    return bits >> UInt64(byte & 63) & 1 == 1
  }

  /// Whether the byte is 0 to 9.
  static func isDigit(_ byte: UInt8) -> Bool { isDigitRange ~= byte }

  /// Whether the byte is a hexadecimal digit.
  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")) ~= lowercased(byte)
  }

  /// Whether two runs of bytes are the same without regard to the case of A to Z.
  ///
  /// - Parameter lowercase: The text to compare with, in lower case.
  static func equal(_ bytes: UnsafeBufferPointer<UInt8>, _ lowercase: StaticString) -> Bool {
    guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
    let other = lowercase.utf8Start
    for index in 0..<bytes.count where lowercased(bytes[index]) != other[index] { return false }
    return true
  }

  private static let isDigitRange = UInt8(ascii: "0")...UInt8(ascii: "9")
}
