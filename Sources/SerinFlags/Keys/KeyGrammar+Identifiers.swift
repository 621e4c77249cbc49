// The ids and salts that a new rule needs.
extension KeyGrammar {
  /// A new rule id: `r_` and eight lower-case hexadecimal digits.
  ///
  /// It never changes afterwards.
  package static func newRuleID(using generator: inout some RandomNumberGenerator) -> String {
    let digits = String(UInt32.random(in: 0...UInt32.max, using: &generator), radix: 16)
    return "r_" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// A new salt: eight letters and digits.
  ///
  /// Eight bytes keep `<salt>/variation.<UUID>` within one block of SHA-256, which halves the cost of a draw.
  package static func newSalt(using generator: inout some RandomNumberGenerator) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let bytes = (0..<8).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether an id has the form of a rule's id.
  package static func isRuleID(_ id: String) -> Bool {
    let bytes = Array(id.utf8)
    return bytes.count == 10 && bytes.starts(with: "r_".utf8) && bytes.dropFirst(2).allSatisfy(isLowercaseHexadecimal)
  }

  private static func isLowercaseHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
