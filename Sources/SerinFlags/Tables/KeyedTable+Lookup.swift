extension KeyedTable {
  /// The value of a key; assigning nil removes the entry.
  @inlinable
  package subscript(key: String) -> Value? {
    get {
      guard let place = keys.find(key) else { return nil }
      return borrow(at: place) { $0 }
    }
    set {
      if let newValue { set(key, to: newValue) } else { removeValue(forKey: key) }
    }
  }

  /// Where the entry of a key is, until the table is changed; nil when there is none.
  @inlinable
  package func find(_ key: String) -> KeyPlace? {
    keys.find(key)
  }

  /// Where the entry of the key of these bytes is, until the table is changed; nil when there is none.
  ///
  /// Bytes that are no UTF-8 are the key of no entry.
  @inlinable
  package func find(_ key: UnsafeBufferPointer<UInt8>) -> KeyPlace? {
    keys.find(key)
  }

  /// Calls `body` with the value at a place that ``find(_:)`` gave, without retaining or copying it.
  ///
  /// The table must be the one that was asked, unchanged since.
  @inlinable
  package func withValue<Result>(at place: KeyPlace, _ body: (Value) throws -> Result) rethrows -> Result {
    precondition(place.chunk < values.count && place.offset < values[place.chunk].count, "a place of another table")
    return try borrow(at: place, body)
  }

  /// Calls `body` with the value of the key of these bytes, without retaining or copying it; nil when there is none.
  @inlinable
  package func withValue<Result>(
    forKey key: UnsafeBufferPointer<UInt8>, _ body: (Value) throws -> Result
  ) rethrows -> Result? {
    guard let place = keys.find(key) else { return nil }
    return try borrow(at: place, body)
  }

  /// Calls `body` with the value of a key, without retaining or copying it; nil when there is none.
  @inlinable
  package func withValue<Result>(forKey key: String, _ body: (Value) throws -> Result) rethrows -> Result? {
    guard let place = keys.find(key) else { return nil }
    return try borrow(at: place, body)
  }

  /// Goes to a value without a check of bounds, which would read the count of its chunk from another cache line.
  @inlinable @inline(__always)
  func borrow<Result>(at place: KeyPlace, _ body: (Value) throws -> Result) rethrows -> Result {
    try values.withUnsafeBufferPointer { chunks in
      try chunks[place.chunk].withUnsafeBufferPointer { try body($0[place.offset]) }
    }
  }
}
