/// FNV-1a with 32 bits, fed with UTF-16 code units or with bytes.
///
/// JavaScript programs feed it what `charCodeAt` gives: a whole code unit of 16 bits a step. For ASCII text that is the
/// FNV-1a of the bytes; for other text it is a hash of its own.
package struct FNV1a {
  /// The hash of what was fed so far.
  package private(set) var value: UInt32 = 0x811C_9DC5

  /// Starts with nothing fed.
  package init() {}

  /// Feeds one code unit, or one byte.
  package mutating func feed(_ unit: UInt16) {
    value = (value ^ UInt32(unit)) &* 0x0100_0193
  }

  /// Feeds the UTF-16 code units of a text that is given as UTF-8; bytes that are not UTF-8 count as U+FFFD.
  package mutating func feed(textOf bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      for byte in bytes { feed(UInt16(byte)) }
      return
    }
    var hash = self
    _ = transcode(bytes.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: false) { hash.feed($0) }
    self = hash
  }

  /// Feeds a number's decimal digits.
  package mutating func feed(digitsOf number: UInt32) {
    var divisor: UInt32 = 1_000_000_000
    while divisor > 1, number < divisor { divisor /= 10 }
    while divisor > 0 {
      feed(UInt16(truncatingIfNeeded: 0x30 &+ number / divisor % 10))
      divisor /= 10
    }
  }
}
