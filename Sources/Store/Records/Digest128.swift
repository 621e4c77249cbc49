/// A 128-bit name of some content, and the sum of such names modulo 2^128.
public struct Digest128: Sendable, Hashable {
  /// The upper 64 bits.
  public var high: UInt64
  /// The lower 64 bits.
  public var low: UInt64

  /// The digest of nothing.
  public static let zero = Digest128(high: 0, low: 0)

  /// Creates a digest from its halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the first 16 bytes, big-endian; nil when there are fewer.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count >= 16 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for (offset, byte) in bytes.prefix(16).enumerated() {
      if offset < 8 { words.0 = words.0 << 8 | UInt64(byte) } else { words.1 = words.1 << 8 | UInt64(byte) }
    }
    self.init(high: words.0, low: words.1)
  }

  /// The 16 bytes, big-endian.
  public var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
  }

  /// The sum modulo 2^128.
  public static func + (a: Digest128, b: Digest128) -> Digest128 {
    let (low, carry) = a.low.addingReportingOverflow(b.low)
    return Digest128(high: a.high &+ b.high &+ (carry ? 1 : 0), low: low)
  }

  /// The difference modulo 2^128.
  public static func - (a: Digest128, b: Digest128) -> Digest128 {
    let (low, borrow) = a.low.subtractingReportingOverflow(b.low)
    return Digest128(high: a.high &- b.high &- (borrow ? 1 : 0), low: low)
  }
}
