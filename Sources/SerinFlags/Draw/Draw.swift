/// The draw of a percentage: a number from 0 to 99,999,999 for every salt and unit.
///
/// It is `SHA-256(UTF-8("<salt>.<unit>"))`, all 32 bytes as one big-endian integer, modulo 100,000,000; an empty salt
/// hashes the unit alone. A unit is in when its number is less than the percentage in millionths of a percent. So
/// raising a percentage only ever adds units. This is also the draw of Firebase Remote Config's server templates.
///
/// Worked example: the salt `s1` and the unit `user-0` hash the nine bytes `s1.user-0` and draw 11,584,512, so this
/// unit is in from 11.584513 % on.
public enum Draw {
  /// How many different numbers there are.
  package static let range: UInt32 = 100_000_000

  /// The number that a salt and a unit draw.
  ///
  /// Units are hashed as their exact UTF-8 bytes, whatever they hold. Nothing is allocated for units up to about a
  /// thousand bytes.
  package static func number(salt: String, unit: String) -> UInt32 {
    salt.withBytes { salt in unit.withBytes { unit in number(salt: salt, unit: unit, engine: .swift) } }
  }

  /// The number that a salt and a unit draw, given as their bytes.
  @inline(__always)
  package static func number(
    salt: UnsafeBufferPointer<UInt8>, unit: UnsafeBufferPointer<UInt8>, engine: DigestEngine
  ) -> UInt32 {
    remainder(message(salt: salt, unit: unit).digest(engine))
  }

  /// The numbers of two draws, which an engine may compute side by side.
  ///
  /// That takes messages of one block, which is a salt and unit of up to 54 bytes together; longer ones are drawn one
  /// after the other.
  package static func numbers(
    salts: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>),
    units: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>), engine: DigestEngine
  ) -> (UInt32, UInt32) {
    let digests = JoinedMessage.digests(
      message(salt: salts.0, unit: units.0), message(salt: salts.1, unit: units.1), engine)
    return (remainder(digests.0), remainder(digests.1))
  }

  /// `<salt>.<unit>`, or the unit alone behind an empty salt.
  @inline(__always)
  private static func message(
    salt: UnsafeBufferPointer<UInt8>, unit: UnsafeBufferPointer<UInt8>
  ) -> JoinedMessage {
    JoinedMessage(salt, separator: salt.isEmpty ? nil : UInt8(ascii: "."), unit)
  }

  /// The digest as one big-endian integer, modulo 100,000,000.
  ///
  /// Each word is weighted with the remainder of its power of 2^32, so that the sum stays below 2^62.
  package static func remainder(_ words: SHA256.Words) -> UInt32 {
    var sum = UInt64(words.0) * 10_249_216
    sum &+= UInt64(words.1) * 34_512_896
    sum &+= UInt64(words.2) * 32_542_976
    sum &+= UInt64(words.3) * 68_211_456
    sum &+= UInt64(words.4) * 43_950_336
    sum &+= UInt64(words.5) * 9_551_616
    sum &+= UInt64(words.6) * 94_967_296
    sum &+= UInt64(words.7)
    return UInt32(truncatingIfNeeded: sum % UInt64(range))
  }
}
