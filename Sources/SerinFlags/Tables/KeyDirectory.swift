/// The keys of a ``KeyedTable`` in the order of their bytes, and the index that finds them.
///
/// It knows nothing of the values, so it is compiled once for tables of every kind. Only new and removed keys change
/// it; tables that differ in values share it.
@usableFromInline
struct KeyDirectory: Sendable {
  var chunks: [KeyChunk] = []
  var index = KeyIndex()

  /// How many keys there are.
  @usableFromInline var count: Int { index.count + index.unlistedCount }

  /// Creates a directory without keys.
  init() {}

  /// Creates a directory of chunks of keys; all keys are in order and none is there twice.
  init(chunksOfSortedKeys: some Sequence<ArraySlice<String>>) {
    chunks = chunksOfSortedKeys.map { KeyChunk($0) }
    rebuildIndex()
  }

  /// The order in which keys sort by their bytes; equal ones stay in the order given.
  static func sortedIndices(of keys: [String]) -> [Int] {
    let entries = keys.enumerated().map { index, key in
      (words: key.withBytes { PackedText(UnsafeRawBufferPointer($0)) }, index: index)
    }
    let sorted = entries.sorted { left, right in
      let order = left.words.order(right.words) {
        keys[left.index].withBytes { left in keys[right.index].withBytes { compareBytes(left, $0) } }
      }
      return order == 0 ? left.index < right.index : order < 0
    }
    return sorted.map(\.index)
  }

  /// Makes an index with room for half as many keys again.
  mutating func rebuildIndex() {
    let count = chunks.reduce(0) { $0 + $1.count }
    var rebuilt = KeyIndex(capacity: count + count / 2 + 1)
    for (number, chunk) in chunks.enumerated() {
      for offset in 0..<chunk.count {
        rebuilt.insert(chunk.tag(at: offset), at: KeyPlace(chunk: number, offset: offset))
      }
    }
    index = rebuilt
  }
}
