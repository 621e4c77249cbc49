/// Values by key, ordered by the bytes of their keys.
///
/// A value type whose copies share their parts: changing one entry of a copy makes a new chunk of at most 64 values
/// and a new list of chunks, and shares everything else, the keys and their index too. So a server can publish a new
/// ruleset for every edit without copying 10,000 flags, while readers go on with the one they have.
///
/// A key is found by its hash in one step, whatever the size of the table. What looks up is inlinable, so that every
/// module has it compiled for its own kind of value; unspecialised it takes five times as long.
@usableFromInline
package struct KeyedTable<Value: Sendable>: Sendable {
  /// Where each key is.
  @usableFromInline private(set) var keys = KeyDirectory()
  /// The values at the places of their keys.
  @usableFromInline private(set) var values: [[Value]] = []

  /// Creates an empty table.
  package init() {}

  /// Creates a table of entries in any order; when a key is given twice the last value counts.
  package init(_ entries: some Sequence<(key: String, value: Value)>) {
    let entries = Array(entries)
    var keys: [String] = []
    var values: [Value] = []
    for index in KeyDirectory.sortedIndices(of: entries.map(\.key)) {
      let (key, value) = entries[index]
      if let last = keys.last, last.hasSameBytes(as: key) {
        values[values.count - 1] = value
      } else {
        keys.append(key)
        values.append(value)
      }
    }
    // Room is left in each chunk, so that the first insertions do not split every one.
    let fill = KeyPlace.chunkCapacity * 3 / 4
    let starts = stride(from: 0, to: keys.count, by: fill)
    self.keys = KeyDirectory(chunksOfSortedKeys: starts.lazy.map { keys[$0...].prefix(fill) })
    self.values = starts.map { Array(values[$0...].prefix(fill)) }
  }

  /// How many entries there are.
  package var count: Int { keys.count }

  /// Whether there are no entries.
  package var isEmpty: Bool { count == 0 }

  /// Replaces the value of a key or inserts it.
  @usableFromInline
  package mutating func set(_ key: String, to value: Value) {
    key.withBytes { bytes in
      let probe = KeyProbe(bytes)
      if let place = keys.find(probe) {
        values[place.chunk][place.offset] = value
      } else {
        insert(key, probe, value)
      }
    }
  }

  /// Removes an entry and gives its value, or nil when there was none.
  @usableFromInline
  @discardableResult
  package mutating func removeValue(forKey key: String) -> Value? {
    guard let place = keys.find(key) else { return nil }
    keys.remove(at: place)
    let removed = values[place.chunk].remove(at: place.offset)
    if values[place.chunk].isEmpty {
      keys.removeEmptyChunk(place.chunk)
      values.remove(at: place.chunk)
    } else {
      mergeChunk(place.chunk)
    }
    return removed
  }

  private mutating func insert(_ key: String, _ probe: KeyProbe, _ value: Value) {
    guard !values.isEmpty else {
      keys.insert(key, probe, at: KeyPlace(chunk: 0, offset: 0))
      values = [[value]]
      return
    }
    var place = keys.insertionPlace(of: probe)
    if values[place.chunk].count == KeyPlace.chunkCapacity {
      let half = splitChunk(place.chunk)
      if place.offset > half { place = KeyPlace(chunk: place.chunk + 1, offset: place.offset - half) }
    }
    keys.insert(key, probe, at: place)
    values[place.chunk].insert(value, at: place.offset)
  }

  /// Makes two chunks of one and gives the offset at which the second began.
  private mutating func splitChunk(_ number: Int) -> Int {
    let half = values[number].count / 2
    keys.splitChunk(number, at: half)
    let upper = Array(values[number][half...])
    values[number].removeSubrange(half...)
    values.insert(upper, at: number + 1)
    return half
  }

  /// Joins a chunk with the next one when both are small, so that removals do not leave a long list of tiny chunks.
  private mutating func mergeChunk(_ number: Int) {
    guard number + 1 < values.count else { return }
    guard values[number].count + values[number + 1].count <= KeyPlace.chunkCapacity / 2 else { return }
    keys.mergeChunk(number)
    let next = values.remove(at: number + 1)
    values[number] += next
  }
}
