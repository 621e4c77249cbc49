/// One of the 4,096 parts of a list: the hashes that begin with the same twelve bits.
///
/// Its encoding is the hashes themselves in ascending order, each as its 16 bytes (so big-endian), and nothing else.
package struct IDBucket: Sendable, Hashable {
  /// Which bucket it is, from 0.
  package let index: Int
  /// The hashes in ascending order.
  package let ids: [ListedID]

  /// Takes over hashes that are known to be in order.
  init(index: Int, ids: [ListedID]) {
    self.index = index
    self.ids = ids
  }

  /// Reads a bucket's encoding.
  ///
  /// - Throws: When the number is no bucket's, the bytes are not whole hashes, a hash belongs to another bucket or is not
  ///   greater than the one before it.
  package init(index: Int, encoded: [UInt8]) throws(IDListError) {
    guard 0..<IDList.bucketCount ~= index else { throw .noSuchBucket(index) }
    let size = ListedID.encodedSize
    guard encoded.count.isMultiple(of: size) else { throw .bucketLength(bucket: index, bytes: encoded.count) }
    let ids = encoded.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: size).compactMap { ListedID(bytes, at: $0) }
    }
    for (place, id) in ids.enumerated() {
      guard id.bucket == index else { throw .wrongBucket(bucket: index, place: place, belongsTo: id.bucket) }
      guard place == 0 || ids[place - 1] < id else { throw .unsortedBucket(bucket: index, place: place) }
    }
    self.init(index: index, ids: ids)
  }

  /// The bucket's encoding.
  package var encoded: [UInt8] {
    let size = ListedID.encodedSize
    return [UInt8](unsafeUninitializedCapacity: ids.count * size) { bytes, initialized in
      let raw = UnsafeMutableRawBufferPointer(bytes)
      for (place, id) in ids.enumerated() { id.write(to: raw, at: place * size) }
      initialized = ids.count * size
    }
  }
}

extension IDList {
  /// A bucket of the list, or nil when there is none of that number.
  package func bucket(_ index: Int) -> IDBucket? {
    guard 0..<Self.bucketCount ~= index else { return nil }
    return IDBucket(index: index, ids: Array(table.members(ofBucket: index)))
  }

  /// The list with other contents of some buckets; of two for the same bucket the last one counts.
  ///
  /// Everything else is copied once, however many buckets there are.
  ///
  /// - Throws: When there would be more than ``IDListLimits/ids``.
  package func replacing(_ buckets: [IDBucket]) throws(IDListError) -> IDList {
    guard !buckets.isEmpty else { return self }
    var replacements = [IDBucket?](repeating: nil, count: Self.bucketCount)
    for bucket in buckets { replacements[bucket.index] = bucket }
    var size = count
    for bucket in replacements.compactMap(\.self) {
      size += bucket.ids.count - table.members(ofBucket: bucket.index).reduce(0) { size, _ in size + 1 }
    }
    guard size <= IDListLimits.ids else { throw .tooManyIDs(limit: IDListLimits.ids) }
    var result = IDTable(expecting: size)
    for (index, replacement) in replacements.enumerated() {
      if let replacement {
        for id in replacement.ids { result.append(id) }
      } else {
        for id in table.members(ofBucket: index) { result.append(id) }
      }
    }
    return IDList(result)
  }
}
