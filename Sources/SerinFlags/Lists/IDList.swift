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

  /// The same for the finer divisions that looking up goes by: with the large buckets of a long list a guess is some
  /// lines of memory off.
  private let index: [UInt32]
  /// How many bits of a hash say its division.
  private let indexBits: Int

  private static let noStarts = [UInt32](repeating: 0, count: bucketCount + 1)
  /// About how many hashes a division has.
  private static let divisionSize = 8

  /// Creates an empty list.
  public init() {
    self.init(ids: [], starts: Self.noStarts)
  }

  /// Takes over what is known to be in order.
  init(ids: [ListedID], starts: [UInt32]) {
    self.ids = ids
    self.starts = starts
    var bits = Self.bucketBits
    while ids.count >> bits > Self.divisionSize { bits += 1 }
    indexBits = bits
    index = bits == Self.bucketBits ? starts : Self.index(of: ids, bits: bits)
  }

  private static func index(of ids: [ListedID], bits: Int) -> [UInt32] {
    var index: [UInt32] = []
    index.reserveCapacity(1 << bits + 1)
    for (position, id) in ids.enumerated() {
      let division = Int(truncatingIfNeeded: id.high &>> UInt64(64 - bits))
      while index.count <= division { index.append(UInt32(truncatingIfNeeded: position)) }
    }
    while index.count <= 1 << bits { index.append(UInt32(truncatingIfNeeded: ids.count)) }
    return index
  }

  /// Whether both have the same ids.
  public static func == (left: IDList, right: IDList) -> Bool {
    left.ids == right.ids
  }

  /// How many ids there are.
  public var count: Int { ids.count }

  /// Whether there are no ids.
  public var isEmpty: Bool { ids.isEmpty }

  /// How many bytes the list takes in memory: 16 for each id, half a byte to a byte for the index of a long list, and
  /// 16,388 for the buckets.
  package var storageBytes: Int {
    let numbers = starts.capacity + (indexBits == Self.bucketBits ? 0 : index.capacity)
    return ids.capacity * MemoryLayout<ListedID>.stride + numbers * MemoryLayout<UInt32>.stride
  }

  /// Where a bucket lies among the hashes.
  func range(ofBucket index: Int) -> Range<Int> {
    Int(starts[index])..<Int(starts[index + 1])
  }

  /// Whether an id is in the list.
  package func contains(_ id: ListedID) -> Bool {
    ids.withUnsafeBufferPointer { ids in
      index.withUnsafeBufferPointer { index in
        let division = Int(truncatingIfNeeded: id.high &>> UInt64(64 &- indexBits))
        let range = Int(index[division])..<Int(index[division &+ 1])
        guard !range.isEmpty else { return false }
        return Self.find(id, in: ids, range, bits: indexBits)
      }
    }
  }

  /// How far from the guessed place an id is looked for one by one: nearly all are found so.
  private static let reach = 24

  /// Looks for an id from its likely place on, and halves what remains if that is not near enough.
  @inline(__always)
  private static func find(_ id: ListedID, in ids: UnsafeBufferPointer<ListedID>, _ range: Range<Int>, bits: Int)
    -> Bool
  {
    // The bits behind those of the division, as a fraction of the division's length.
    let fraction = id.high &<< UInt64(bits)
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
