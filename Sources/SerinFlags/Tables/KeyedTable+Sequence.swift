extension KeyedTable: Sequence {
  /// Goes through the entries in the order of their keys' bytes.
  @usableFromInline
  package struct Iterator: IteratorProtocol {
    @usableFromInline let table: KeyedTable
    /// The chunk that is read next, and what is at hand of the one before it.
    @usableFromInline var chunk = 0
    @usableFromInline var keys: [String] = []
    @usableFromInline var values: [Value] = []
    @usableFromInline var offset = 0

    @inlinable
    init(_ table: KeyedTable) {
      self.table = table
    }

    @inlinable
    package mutating func next() -> (key: String, value: Value)? {
      if offset == values.count {
        guard chunk < table.values.count else { return nil }
        keys = table.keys.keys(ofChunk: chunk)
        values = table.values[chunk]
        chunk += 1
        offset = 0
      }
      defer { offset += 1 }
      return (key: keys[offset], value: values[offset])
    }
  }

  @inlinable
  package func makeIterator() -> Iterator {
    Iterator(self)
  }

  @inlinable
  package var underestimatedCount: Int { keys.count }
}
