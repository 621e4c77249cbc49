extension KeyDirectory {
  /// Puts a key that is not there yet at the place where it belongs; its chunk must not be full.
  mutating func insert(_ key: String, _ probe: KeyProbe, at place: KeyPlace) {
    if place.chunk == chunks.count { chunks.append(KeyChunk([])) }
    for offset in (place.offset..<chunks[place.chunk].count).reversed() {
      let old = KeyPlace(chunk: place.chunk, offset: offset)
      index.move(chunks[place.chunk].tag(at: offset), from: old, to: KeyPlace(chunk: place.chunk, offset: offset + 1))
    }
    chunks[place.chunk].insert(key, probe.words, at: place.offset)
    if index.hasRoom { index.insert(probe.tag, at: place) } else { rebuildIndex() }
  }

  /// Removes the key at a place; a chunk may be left without keys, which the caller then removes.
  mutating func remove(at place: KeyPlace) {
    index.remove(chunks[place.chunk].tag(at: place.offset), at: place)
    for offset in place.offset + 1..<max(place.offset + 1, chunks[place.chunk].count) {
      let old = KeyPlace(chunk: place.chunk, offset: offset)
      index.move(chunks[place.chunk].tag(at: offset), from: old, to: KeyPlace(chunk: place.chunk, offset: offset - 1))
    }
    chunks[place.chunk].remove(at: place.offset)
    if index.isSparse { rebuildIndex() }
  }

  /// Makes two chunks of one; the second begins with the key that was at `half`.
  mutating func splitChunk(_ number: Int, at half: Int) {
    chunks.insert(chunks[number].takeRest(from: half), at: number + 1)
    index.changePlaces(from: KeyPlace(chunk: number, offset: half)) { place in
      KeyPlace(chunk: place.chunk &+ 1, offset: place.chunk == number ? place.offset &- half : place.offset)
    }
  }

  /// Appends the next chunk to one; together they must not have more keys than a chunk may have.
  mutating func mergeChunk(_ number: Int) {
    let base = chunks[number].count
    chunks[number].append(chunks.remove(at: number + 1))
    index.changePlaces(from: KeyPlace(chunk: number + 1, offset: 0)) { place in
      KeyPlace(
        chunk: place.chunk &- 1, offset: place.chunk == number &+ 1 ? place.offset &+ base : place.offset)
    }
  }

  /// Removes a chunk that has no keys any more.
  mutating func removeEmptyChunk(_ number: Int) {
    chunks.remove(at: number)
    index.changePlaces(from: KeyPlace(chunk: number, offset: 0)) { place in
      KeyPlace(chunk: place.chunk &- 1, offset: place.offset)
    }
  }
}
