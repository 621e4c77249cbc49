/// Where keys are, by the hash of their bytes: an open-addressing table of words, each a tag above a place.
///
/// The tag's low bits say where the search for a key begins, so words can be moved without the key. A key is at most
/// ``reach`` words behind its beginning; one for which there is no room so near is counted and left out, and whoever
/// does not find a key here must then search for it in another way.
struct KeyIndex: Sendable {
  /// A power of two of words, or none.
  private(set) var words: [UInt64] = []
  /// How many keys are left out.
  private(set) var unlistedCount = 0
  /// How many keys are in.
  private(set) var count = 0

  /// How many words a search looks at before it gives up.
  static var reach: Int { 64 }
  private static var empty: UInt64 { .max }

  /// Creates an index without keys that has room for so many.
  init(capacity: Int = 0) {
    guard capacity > 0 else { return }
    var size = 8
    while !Self.hasRoom(for: capacity, in: size) { size *= 2 }
    words = Array(repeating: Self.empty, count: size)
  }

  /// Whether another key fits without a search becoming long.
  var hasRoom: Bool { Self.hasRoom(for: count + unlistedCount + 1, in: words.count) }

  /// Whether so few keys are in that a new, smaller index is due.
  var isSparse: Bool { words.count > 8 && count + unlistedCount < words.count / 16 }

  private static func hasRoom(for count: Int, in size: Int) -> Bool { count <= size / 8 * 5 }

  /// Finds the place with that tag for which `isWanted` is true.
  @inline(__always)
  func find(_ tag: UInt32, where isWanted: (KeyPlace) -> Bool) -> KeyPlace? {
    // No bounds are checked: the mask keeps every position inside.
    words.withUnsafeBufferPointer { words in
      guard !words.isEmpty else { return nil }
      let mask = words.count &- 1
      var position = Self.home(tag) & mask
      for _ in 0..<Self.reach {
        let word = words[position]
        if UInt32(truncatingIfNeeded: word &>> 32) == tag, word != Self.empty {
          let place = KeyPlace(packed: UInt32(truncatingIfNeeded: word))
          if isWanted(place) { return place }
        } else if word == Self.empty {
          return nil
        }
        position = (position &+ 1) & mask
      }
      return nil
    }
  }

  /// Adds a key that is not in; there must be room.
  mutating func insert(_ tag: UInt32, at place: KeyPlace) {
    let mask = words.count - 1
    var position = Self.home(tag) & mask
    for _ in 0..<Self.reach {
      if words[position] == Self.empty {
        words[position] = Self.word(tag, place)
        count += 1
        return
      }
      position = (position &+ 1) & mask
    }
    unlistedCount += 1
  }

  /// Takes note that a key is somewhere else now.
  mutating func move(_ tag: UInt32, from old: KeyPlace, to new: KeyPlace) {
    if let position = position(of: Self.word(tag, old)) { words[position] = Self.word(tag, new) }
  }

  /// Removes a key.
  mutating func remove(_ tag: UInt32, at place: KeyPlace) {
    guard var hole = position(of: Self.word(tag, place)) else {
      unlistedCount -= 1
      return
    }
    count -= 1
    // Draws the words behind nearer to where their search begins, so that no search ends at the hole before them.
    let mask = words.count - 1
    var position = (hole + 1) & mask
    while words[position] != Self.empty {
      let way = (position &- Self.home(UInt32(truncatingIfNeeded: words[position] &>> 32))) & mask
      if way >= (position &- hole) & mask {
        words[hole] = words[position]
        hole = position
      }
      position = (position + 1) & mask
    }
    words[hole] = Self.empty
  }

  /// Changes the places of all keys whose place is at or behind `start`.
  @inline(__always)
  mutating func changePlaces(from start: KeyPlace, _ change: (KeyPlace) -> KeyPlace) {
    let start = start.packed
    for position in words.indices {
      let word = words[position]
      let place = UInt32(truncatingIfNeeded: word)
      guard word != Self.empty, place >= start else { continue }
      words[position] = word & ~0xFFFF_FFFF | UInt64(change(KeyPlace(packed: place)).packed)
    }
  }

  private func position(of wanted: UInt64) -> Int? {
    guard !words.isEmpty else { return nil }
    let mask = words.count - 1
    var position = Self.home(UInt32(truncatingIfNeeded: wanted &>> 32)) & mask
    for _ in 0..<Self.reach {
      if words[position] == wanted { return position }
      if words[position] == Self.empty { return nil }
      position = (position &+ 1) & mask
    }
    return nil
  }

  /// Where the search for a tag begins, before the mask; where an Int has 32 bits, the tag need not fit.
  @inline(__always)
  private static func home(_ tag: UInt32) -> Int { Int(truncatingIfNeeded: tag) }

  private static func word(_ tag: UInt32, _ place: KeyPlace) -> UInt64 {
    UInt64(tag) &<< 32 | UInt64(place.packed)
  }
}
