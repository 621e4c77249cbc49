/// Values by key, ordered by the bytes of their keys.
///
/// A value type whose copies share their parts: changing one entry of a copy makes a new chunk of at most 64 entries
/// and a new list of chunks, and shares everything else. So a server can publish a new ruleset for every edit without
/// copying 10,000 flags, while readers go on with the one they have.
package struct KeyedTable<Value: Sendable>: Sendable {
  /// Some neighbouring entries; never none.
  struct Chunk: Sendable {
    var keys: [String]
    var values: [Value]
  }

  var chunks: [Chunk] = []

  /// How many entries there are.
  package private(set) var count = 0

  /// The most entries that a chunk may have.
  static var chunkCapacity: Int { 64 }

  /// Creates an empty table.
  package init() {}

  /// Creates a table of entries in any order; when a key is given twice the last value counts.
  package init(_ entries: some Sequence<(key: String, value: Value)>) {
    let sorted = entries.enumerated().sorted { left, right in
      if left.element.key.hasSameBytes(as: right.element.key) { return left.offset < right.offset }
      return left.element.key.precedesInBytes(right.element.key)
    }
    // Room is left in each chunk, so that the first insertions do not split every one.
    let fill = Self.chunkCapacity * 3 / 4
    for (_, entry) in sorted {
      if let last = chunks.indices.last, let lastKey = chunks[last].keys.last, lastKey.hasSameBytes(as: entry.key) {
        chunks[last].values[chunks[last].values.count - 1] = entry.value
        continue
      }
      if let last = chunks.indices.last, chunks[last].keys.count < fill {
        chunks[last].keys.append(entry.key)
        chunks[last].values.append(entry.value)
      } else {
        chunks.append(Chunk(keys: [entry.key], values: [entry.value]))
      }
      count += 1
    }
  }

  /// Whether there are no entries.
  package var isEmpty: Bool { count == 0 }

  /// The value of a key; assigning nil removes the entry.
  package subscript(key: String) -> Value? {
    get {
      guard let place = find(key), place.isFound else { return nil }
      return chunks[place.chunk].values[place.offset]
    }
    set {
      if let newValue { set(key, to: newValue) } else { removeValue(forKey: key) }
    }
  }

  /// Replaces the value of a key or inserts it.
  package mutating func set(_ key: String, to value: Value) {
    guard let place = find(key) else {
      chunks = [Chunk(keys: [key], values: [value])]
      count = 1
      return
    }
    if place.isFound {
      chunks[place.chunk].values[place.offset] = value
      return
    }
    chunks[place.chunk].keys.insert(key, at: place.offset)
    chunks[place.chunk].values.insert(value, at: place.offset)
    count += 1
    if chunks[place.chunk].keys.count > Self.chunkCapacity { splitChunk(place.chunk) }
  }

  /// Removes an entry and gives its value, or nil when there was none.
  @discardableResult
  package mutating func removeValue(forKey key: String) -> Value? {
    guard let place = find(key), place.isFound else { return nil }
    chunks[place.chunk].keys.remove(at: place.offset)
    let removed = chunks[place.chunk].values.remove(at: place.offset)
    count -= 1
    if chunks[place.chunk].keys.isEmpty { chunks.remove(at: place.chunk) } else { mergeChunk(place.chunk) }
    return removed
  }

  private mutating func splitChunk(_ index: Int) {
    let half = chunks[index].keys.count / 2
    let upper = Chunk(keys: Array(chunks[index].keys[half...]), values: Array(chunks[index].values[half...]))
    chunks[index].keys.removeSubrange(half...)
    chunks[index].values.removeSubrange(half...)
    chunks.insert(upper, at: index + 1)
  }

  /// Joins a chunk with the next one when both are small, so that removals do not leave a long list of tiny chunks.
  private mutating func mergeChunk(_ index: Int) {
    guard index + 1 < chunks.count else { return }
    guard chunks[index].keys.count + chunks[index + 1].keys.count <= Self.chunkCapacity / 2 else { return }
    let next = chunks.remove(at: index + 1)
    chunks[index].keys += next.keys
    chunks[index].values += next.values
  }
}
