/// The digest of a list, with those of its buckets, so that it can be kept up without reading the whole list again.
///
/// A bucket's digest is the SHA-256 of its encoding, an empty one's that of no bytes. The list's digest is the SHA-256
/// of all 4,096 bucket digests one after another, 131,072 bytes. It depends on which ids are in the list, and on nothing
/// else. A reader that has the bucket digests of two lists knows which buckets it must fetch.
package struct IDListDigest: Sendable, Hashable {
  /// How many bytes a digest has.
  package static let size = 32

  /// The digests of the buckets one after another.
  private var buckets: [UInt8]
  /// The digest of the whole list: 32 bytes.
  package private(set) var total: [UInt8]

  /// Computes the digest of a list.
  package init(_ list: IDList, engine: DigestEngine = .swift) {
    buckets = [UInt8](repeating: 0, count: IDList.bucketCount * Self.size)
    total = []
    update(list, buckets: 0..<IDList.bucketCount, engine: engine)
  }

  /// Computes the digest of a list from those of its buckets.
  ///
  /// - Parameter known: The digests by bucket, 32 bytes each; buckets that are left out are empty.
  package init(buckets known: [Int: [UInt8]], engine: DigestEngine = .swift) {
    let empty = SHA256.hash([UInt8](), engine: engine)
    buckets = []
    buckets.reserveCapacity(IDList.bucketCount * Self.size)
    for index in 0..<IDList.bucketCount { buckets += known[index] ?? empty }
    total = SHA256.hash(buckets, engine: engine)
  }

  /// Takes in some buckets of a list that has changed in no others; numbers that are no bucket's are passed over.
  package mutating func update(_ list: IDList, buckets changed: some Sequence<Int>, engine: DigestEngine = .swift) {
    buckets.withUnsafeMutableBytes { bytes in
      for index in changed where 0..<IDList.bucketCount ~= index {
        let words = list.bucketWords(index, engine)
        withUnsafeBytes(of: words) { words in
          for place in 0..<8 {
            let word = words.load(fromByteOffset: place * 4, as: UInt32.self)
            bytes.storeBytes(of: word.bigEndian, toByteOffset: index * Self.size + place * 4, as: UInt32.self)
          }
        }
      }
    }
    total = SHA256.hash(buckets, engine: engine)
  }

  /// The digest of one bucket: 32 bytes, or nil when there is none of that number.
  package func bucket(_ index: Int) -> [UInt8]? {
    guard 0..<IDList.bucketCount ~= index else { return nil }
    return Array(buckets[index * Self.size..<(index + 1) * Self.size])
  }

  /// The buckets in which the lists of two digests differ, in ascending order.
  package func bucketsDiffering(from other: IDListDigest) -> [Int] {
    (0..<IDList.bucketCount).filter { index in
      let range = index * Self.size..<(index + 1) * Self.size
      return buckets[range] != other.buckets[range]
    }
  }
}

extension IDList {
  /// The list's digest, 32 bytes; see ``bucketDigest(_:)`` and `IDListDigest` for what is hashed.
  ///
  /// It is computed each time, from the whole list.
  public var digest: [UInt8] { digest(engine: .swift) }

  /// The list's digest, 32 bytes.
  package func digest(engine: DigestEngine) -> [UInt8] {
    IDListDigest(self, engine: engine).total
  }

  /// The digest of one bucket: the SHA-256 of its hashes in ascending order, or nil when there is none of that number.
  public func bucketDigest(_ index: Int) -> [UInt8]? {
    guard 0..<Self.bucketCount ~= index else { return nil }
    return SHA256.bytes(bucketWords(index, .swift))
  }

  fileprivate func bucketWords(_ index: Int, _ engine: DigestEngine) -> SHA256.Words {
    let ids = Array(table.members(ofBucket: index))
    return SHA256.digest(length: ids.count * ListedID.encodedSize, engine: engine) { bytes in
      for (place, id) in ids.enumerated() { id.write(to: bytes, at: place * ListedID.encodedSize) }
    }
  }
}
