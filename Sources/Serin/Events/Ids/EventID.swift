/// The id of an event for ever: a UUID of version 7 (RFC 9562, 5.7), which begins with the time it was made at.
///
/// An event that is sent twice has the same id both times, so a server counts it once.
struct EventID: Sendable, Hashable {
  /// The time in milliseconds since 1970, the version, and twelve bits that make ids of one millisecond differ.
  let high: UInt64
  /// The variant and 62 bits by chance.
  let low: UInt64
}

extension EventID {
  /// Reads the usual form with hyphens, in upper or lower case.
  ///
  /// - Returns: nil for anything that is not a UUID; the version is not looked at.
  init?(_ text: String) {
    var digits: [UInt64] = []
    for (offset, byte) in text.utf8.enumerated() {
      if [8, 13, 18, 23].contains(offset) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(UInt64(byte - UInt8(ascii: "0")))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(UInt64(byte - UInt8(ascii: "a") + 10))
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(UInt64(byte - UInt8(ascii: "A") + 10))
      default: return nil
      }
    }
    guard digits.count == 32, text.utf8.count == 36 else { return nil }
    high = digits[..<16].reduce(0) { $0 << 4 | $1 }
    low = digits[16...].reduce(0) { $0 << 4 | $1 }
  }

  /// The usual form: lower-case hexadecimal digits with hyphens.
  var text: String {
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = []
    for offset in 0..<32 {
      if [8, 12, 16, 20].contains(offset) { bytes.append(UInt8(ascii: "-")) }
      let word = offset < 16 ? high : low
      bytes.append(digits[Int(word >> UInt64(60 - offset % 16 * 4) & 15)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension EventID: Comparable {
  /// Whether an id was made before another one of the same process.
  static func < (left: EventID, right: EventID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
