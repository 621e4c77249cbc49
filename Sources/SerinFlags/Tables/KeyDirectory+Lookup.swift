extension KeyDirectory {
  /// Finds a key by its bytes.
  @usableFromInline
  func find(_ key: UnsafeBufferPointer<UInt8>) -> KeyPlace? {
    find(KeyProbe(key))
  }

  /// Finds a key.
  @usableFromInline
  func find(_ key: String) -> KeyPlace? {
    key.withBytes { find(KeyProbe($0)) }
  }

  /// The keys of a chunk.
  @usableFromInline
  func keys(ofChunk number: Int) -> [String] { chunks[number].keys }

  @inline(__always)
  func find(_ probe: KeyProbe) -> KeyPlace? {
    // No bounds are checked, since the index has only places of entries.
    let found = chunks.withUnsafeBufferPointer { chunks in
      index.find(probe.tag) { place in chunks[place.chunk].isKey(uncheckedAt: place.offset, probe) }
    }
    if found != nil || index.unlistedCount == 0 { return found }
    return search(probe)
  }

  /// Finds one of the keys that the index has no room for.
  private func search(_ probe: KeyProbe) -> KeyPlace? {
    let place = insertionPlace(of: probe)
    let chunk = chunks[place.chunk]
    return place.offset < chunk.count && chunk.order(at: place.offset, probe) == 0 ? place : nil
  }

  /// The place of the first key that does not sort before the wanted one, in the chunk where that one belongs.
  ///
  /// The directory must not be empty. The offset may be one behind the last of the chunk.
  func insertionPlace(of probe: KeyProbe) -> KeyPlace {
    // The last chunk whose first key is not behind the wanted one.
    var low = 0
    var high = chunks.count
    while high &- low > 1 {
      let middle = (low &+ high) / 2
      if chunks[middle].order(at: 0, probe) <= 0 { low = middle } else { high = middle }
    }
    let chunk = chunks[low]
    var start = 0
    var end = chunk.count
    while start < end {
      let middle = (start &+ end) / 2
      if chunk.order(at: middle, probe) < 0 { start = middle &+ 1 } else { end = middle }
    }
    return KeyPlace(chunk: low, offset: start)
  }
}
