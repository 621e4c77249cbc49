/// A set of up to five million ids, kept as hashes that are sorted.
///
/// It is what a segment with more ids than a document can hold refers to. A list never changes: editing one makes
/// another. All hashes lie in one array, in which an id's place can be told from its value (see `IDTable`), so that
/// looking it up costs the same for a thousand ids as for millions: reading one place of memory. Lists are compared and
/// transferred by the 4,096 buckets into which the first bits divide the hashes.
public struct IDList: Sendable, Equatable {
  /// How many bits of a hash say its bucket.
  static let bucketBits = 12
  /// How many buckets every list has.
  package static let bucketCount = 1 << bucketBits

  /// The hashes.
  let table: IDTable

  /// Creates an empty list.
  public init() {
    self.init(IDTable(expecting: 0))
  }

  /// Takes over a table that was filled with as many ids as it was made for.
  init(_ table: IDTable) {
    self.table = table
  }

  /// How many ids there are.
  public var count: Int { table.count }

  /// Whether there are no ids.
  public var isEmpty: Bool { table.count == 0 }

  /// How many bytes the list takes in memory: about 19.2 for each id, and a kilobyte.
  package var storageBytes: Int { table.places.capacity * MemoryLayout<ListedID>.stride }

  /// How many places further than where it is looked for first the worst of all ids lies.
  ///
  /// It is computed each time, from the whole list: 30 to 40 for millions of ids, more only when somebody chose the hashes.
  package var worstDisplacement: Int { table.worstDisplacement }

  /// Has the list kept in large pages where the engine can do it: each look-up then waits for one read of memory only.
  package func useLargePages(_ engine: DigestEngine) {
    guard let useLargePages = engine.useLargePages else { return }
    table.places.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { useLargePages(start, bytes.count) }
    }
  }

  /// Whether an id is in the list.
  @inline(__always)
  package func contains(_ id: ListedID) -> Bool { table.contains(id) }
}
