/// Some neighbouring keys of a ``KeyDirectory``; never none, except while one is removed.
///
/// Beside the strings there are plain numbers and bytes. Looking a key up touches only those, so that no string is
/// retained and released, for which threads would have to wait for each other.
struct KeyChunk: Sendable {
  /// What most comparisons need, side by side in memory.
  private(set) var words: [PackedText] = []
  /// The keys, for those who go through the table.
  private(set) var keys: [String] = []
  /// The bytes of the keys that are too long for their words, one after another.
  private var longBytes: [UInt8] = []
  /// Where each key's long bytes begin, and where the last ones end; a short key has none.
  private var starts = [0]

  /// Creates a chunk of keys in order.
  init(_ keys: some Sequence<String>) {
    for key in keys {
      insert(key, key.withBytes { PackedText(UnsafeRawBufferPointer($0)) }, at: count)
    }
  }

  /// How many keys there are.
  var count: Int { words.count }

  mutating func insert(_ key: String, _ words: PackedText, at offset: Int) {
    self.words.insert(words, at: offset)
    keys.insert(key, at: offset)
    let start = starts[offset]
    starts.insert(start, at: offset)
    guard words.isLong else { return }
    key.withBytes { bytes in
      longBytes.insert(contentsOf: bytes, at: start)
      for index in offset + 1..<starts.count { starts[index] += bytes.count }
    }
  }

  mutating func remove(at offset: Int) {
    words.remove(at: offset)
    keys.remove(at: offset)
    let start = starts.remove(at: offset)
    let length = starts[offset] - start
    longBytes.removeSubrange(start..<start + length)
    for index in offset..<starts.count { starts[index] -= length }
  }

  /// Takes the entries from `offset` on out into a chunk of their own.
  mutating func takeRest(from offset: Int) -> KeyChunk {
    let rest = KeyChunk(keys[offset...])
    words.removeSubrange(offset...)
    keys.removeSubrange(offset...)
    longBytes.removeSubrange(starts[offset]...)
    starts.removeSubrange((offset + 1)...)
    return rest
  }

  mutating func append(_ next: KeyChunk) {
    let base = starts.removeLast()
    starts += next.starts.map { $0 + base }
    words += next.words
    keys += next.keys
    longBytes += next.longBytes
  }

  /// The hash of a key.
  func tag(at offset: Int) -> UInt32 {
    longBytes.withUnsafeBytes { KeyProbe.tag(words[offset], Self.bytes($0, starts[offset]..<starts[offset + 1])) }
  }

  /// Whether a key is the wanted one.
  ///
  /// No bounds are checked: the counts that a check would read lie in other cache lines than the entry.
  @inline(__always)
  func isKey(uncheckedAt offset: Int, _ probe: KeyProbe) -> Bool {
    guard words.withUnsafeBufferPointer({ $0[offset] }) == probe.words else { return false }
    guard probe.words.isLong else { return true }
    let (start, end) = starts.withUnsafeBufferPointer { ($0[offset], $0[offset &+ 1]) }
    guard end &- start == probe.bytes.count else { return false }
    return longBytes.withUnsafeBytes { Self.areEqual(Self.bytes($0, start..<end), probe.bytes) }
  }

  /// Orders a key and the wanted one: negative when the key sorts first, zero when they are equal.
  @inline(__always)
  func order(at offset: Int, _ probe: KeyProbe) -> Int {
    words[offset].order(probe.words) {
      keys[offset].withBytes { compareBytes($0, probe.bytes.assumingMemoryBound(to: UInt8.self)) }
    }
  }

  @inline(__always)
  private static func bytes(_ all: UnsafeRawBufferPointer, _ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: all[range])
  }

  /// Whether two long keys of the same length are equal.
  ///
  /// Written out here because a call would make the compiler retain the arrays around it.
  @inline(__always)
  private static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let last = left.count &- 8
    var offset = 0
    while offset < last {
      if PackedText.word(left, at: offset) != PackedText.word(right, at: offset) { return false }
      offset &+= 8
    }
    // Overlaps with the word before unless the length is a multiple of eight.
    return PackedText.word(left, at: last) == PackedText.word(right, at: last)
  }
}
