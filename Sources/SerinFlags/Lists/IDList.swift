/// A set of up to five million ids, kept as hashes that are sorted in 4,096 buckets.
///
/// It is what a segment with more ids than a document can hold refers to. A list never changes: editing one makes
/// another. All hashes lie in one array, 16 bytes each, and a second one says where each bucket begins. Since hashes are
/// spread evenly, an id's place in its bucket can be guessed from its value, so that looking it up costs the same for a
/// thousand ids as for millions: reading one or two lines of memory.
public struct IDList: Sendable, Equatable {
  /// How many bits of a hash say its bucket.
  static let bucketBits = 12
  /// How many buckets every list has.
  package static let bucketCount = 1 << bucketBits

  /// The hashes in ascending order, hence bucket after bucket.
  let ids: [ListedID]
  /// Where each bucket begins, and behind the last one where it ends: one more number than there are buckets.
  let starts: [UInt32]

  private static let noStarts = [UInt32](repeating: 0, count: bucketCount + 1)

  /// Creates an empty list.
  public init() {
    ids = []
    starts = Self.noStarts
  }

  /// Takes over what is known to be in order.
  init(ids: [ListedID], starts: [UInt32]) {
    self.ids = ids
    self.starts = starts
  }

  /// How many ids there are.
  public var count: Int { ids.count }

  /// Whether there are no ids.
  public var isEmpty: Bool { ids.isEmpty }

  /// How many bytes the list takes in memory: 16 for each id, and 16,388 for the buckets.
  package var storageBytes: Int {
    ids.capacity * MemoryLayout<ListedID>.stride + starts.capacity * MemoryLayout<UInt32>.stride
  }

  /// Where a bucket lies among the hashes.
  func range(ofBucket index: Int) -> Range<Int> {
    Int(starts[index])..<Int(starts[index + 1])
  }

  /// Whether an id is in the list.
  package func contains(_ id: ListedID) -> Bool {
    ids.withUnsafeBufferPointer { ids in
      starts.withUnsafeBufferPointer { starts in
        let bucket = id.bucket
        let range = Int(starts[bucket])..<Int(starts[bucket &+ 1])
        guard !range.isEmpty else { return false }
        return Self.find(id, in: ids, range)
      }
    }
  }

  /// How far from the guessed place an id is looked for one by one: nearly all are found so.
  private static let reach = 24

  /// Looks for an id from its likely place on, and halves what remains if that is not near enough.
  @inline(__always)
  private static func find(_ id: ListedID, in ids: UnsafeBufferPointer<ListedID>, _ range: Range<Int>) -> Bool {
    // The bits behind those of the bucket, as a fraction of the bucket's length.
    let fraction = id.high &<< UInt64(bucketBits)
    let guess = range.lowerBound &+ Int(fraction.multipliedFullWidth(by: UInt64(range.count)).high)
    var lower = range.lowerBound
    var upper = range.upperBound
    if ids[guess] < id {
      lower = guess &+ 1
      let last = min(upper, lower &+ reach)
      while lower < last {
        if id < ids[lower] { return false }
        if id == ids[lower] { return true }
        lower &+= 1
      }
    } else {
      upper = guess &+ 1
      let first = max(lower, upper &- reach)
      while upper > first {
        let candidate = ids[upper &- 1]
        if candidate < id { return false }
        if candidate == id { return true }
        upper &-= 1
      }
    }
    while lower < upper {
      let middle = lower &+ (upper &- lower) / 2
      if ids[middle] == id { return true }
      if ids[middle] < id { lower = middle &+ 1 } else { upper = middle }
    }
    return false
  }
}
