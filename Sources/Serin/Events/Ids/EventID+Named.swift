import Foundation

extension EventID {
  /// The id of an event that tells of one thing, the same however often that is told.
  ///
  /// A UUID of version 7 whose random bits are a digest instead.
  ///
  /// - Parameters:
  ///   - name: What the event tells of; equal names at equal times give equal ids.
  ///   - date: When it happened; before 1970 counts as 1970.
  init(named name: String, at date: Date) {
    let digest = SHA256.hash(Array(name.utf8)).prefix(10).reduce((high: UInt64(0), low: UInt64(0))) { bits, byte in
      (bits.high << 8 | bits.low >> 56, bits.low << 8 | UInt64(byte))
    }
    high = Self.milliseconds(date) << 16 | Self.version | digest.high & 0xFFF
    low = Self.variant | digest.low & (Self.variantUnit - 1)
  }

  /// The time as the 48 bits of an id can hold it: what is no time of this era becomes the nearest.
  static func milliseconds(_ date: Date) -> UInt64 {
    let milliseconds = date.milliseconds
    guard milliseconds > 0 else { return 0 }
    return UInt64(min(milliseconds, 0xFFFF_FFFF_FFFE))
  }

  static let version: UInt64 = 0x7000
  static let variant: UInt64 = 0x8000_0000_0000_0000
  /// One more than the greatest number of the bits beside the variant.
  static let variantUnit: UInt64 = 1 << 62
}
