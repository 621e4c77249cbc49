extension KeyedTable {
  /// Where a key is, or where it belongs.
  struct Place {
    var chunk: Int
    var offset: Int
    var isFound: Bool
  }

  /// Finds a key; nil only when the table is empty.
  func find(_ key: String) -> Place? {
    guard !chunks.isEmpty else { return nil }
    return key.withBytes { wanted in
      // The last chunk whose first key is not after the wanted one.
      var low = 0
      var high = chunks.count
      while high &- low > 1 {
        let middle = (low &+ high) / 2
        if Self.compare(chunks[middle].keys[0], wanted) <= 0 { low = middle } else { high = middle }
      }
      let keys = chunks[low].keys
      var start = 0
      var end = keys.count
      while start < end {
        let middle = (start &+ end) / 2
        let order = Self.compare(keys[middle], wanted)
        if order == 0 { return Place(chunk: low, offset: middle, isFound: true) }
        if order < 0 { start = middle &+ 1 } else { end = middle }
      }
      return Place(chunk: low, offset: start, isFound: false)
    }
  }

  @inline(__always)
  private static func compare(_ key: String, _ wanted: UnsafeBufferPointer<UInt8>) -> Int {
    key.withBytes { compareBytes($0, wanted) }
  }
}

extension KeyedTable: Sequence {
  /// Goes through the entries in the order of their keys' bytes.
  package struct Iterator: IteratorProtocol {
    let chunks: [Chunk]
    var chunk = 0
    var offset = 0

    package mutating func next() -> (key: String, value: Value)? {
      guard chunk < chunks.count else { return nil }
      let current = chunks[chunk]
      let entry = (key: current.keys[offset], value: current.values[offset])
      offset += 1
      if offset == current.keys.count {
        chunk += 1
        offset = 0
      }
      return entry
    }
  }

  package func makeIterator() -> Iterator {
    Iterator(chunks: chunks)
  }

  package var underestimatedCount: Int { count }
}

extension KeyedTable {
  /// Goes through the values in the order of their keys' bytes, some neighbours at a time and without copies of them.
  func forEachRun(ofAtMost count: Int, _ body: (UnsafeBufferPointer<Value>) -> Void) {
    for chunk in chunks.indices {
      chunks[chunk].values.withUnsafeBufferPointer { values in
        var start = 0
        while start < values.count {
          let end = Swift.min(start &+ count, values.count)
          body(UnsafeBufferPointer(rebasing: values[start..<end]))
          start = end
        }
      }
    }
  }
}
