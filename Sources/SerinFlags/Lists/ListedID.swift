/// An id as lists keep it: the first 16 bytes of a SHA-256 digest.
///
/// What is hashed is the environment's id, a zero byte and the id, all as their exact UTF-8 bytes:
/// `SHA-256(environmentID 0x00 id)`. So a list tells nobody its ids, the same id has another hash in every environment,
/// and the zero byte, which no environment's id holds, keeps (`e_1`, `2x`) apart from (`e_12`, `x`). With 128 bits, two
/// different ids have the same hash as good as never: for five million ids the chance is below 10^-25.
///
/// Worked example: the id `alice` in the environment `e_7c1d` hashes the twelve bytes `e_7c1d`, 0x00, `alice`, whose
/// digest begins with `2a9531154d70465ea7331cc68ec7e6c2`; its bucket is 0x2a9 = 681.
package struct ListedID: Sendable, Hashable {
  /// The first eight bytes as a big-endian number.
  let high: UInt64
  /// The next eight bytes as a big-endian number.
  let low: UInt64

  @inline(__always)
  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Hashes the bytes of an id.
  package init(
    _ id: UnsafeBufferPointer<UInt8>, environmentID: UnsafeBufferPointer<UInt8>, engine: DigestEngine
  ) {
    let words = JoinedMessage(environmentID, separator: 0, id).digest(engine)
    high = UInt64(words.0) &<< 32 | UInt64(words.1)
    low = UInt64(words.2) &<< 32 | UInt64(words.3)
  }

  /// Hashes an id.
  package init(_ id: String, environmentID: String, engine: DigestEngine = .swift) {
    self = environmentID.withBytes { environmentID in
      id.withBytes { ListedID($0, environmentID: environmentID, engine: engine) }
    }
  }

  /// Which of the buckets of a list the id belongs to: its first twelve bits.
  @inline(__always)
  package var bucket: Int { Int(truncatingIfNeeded: high &>> (64 - IDList.bucketBits)) }
}

extension ListedID: Comparable {
  /// The order of the 16 bytes.
  @inline(__always)
  package static func < (left: ListedID, right: ListedID) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

extension ListedID {
  /// How many bytes an id has in a bucket's encoding.
  package static let encodedSize = 16

  /// Reads 16 bytes; nil when there are fewer behind the offset.
  init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard offset >= 0, bytes.count - offset >= Self.encodedSize else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
  }

  /// Writes the 16 bytes.
  @inline(__always)
  func write(to bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    bytes.storeBytes(of: high.bigEndian, toByteOffset: offset, as: UInt64.self)
    bytes.storeBytes(of: low.bigEndian, toByteOffset: offset &+ 8, as: UInt64.self)
  }
}
