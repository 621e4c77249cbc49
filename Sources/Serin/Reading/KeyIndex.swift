/// Finds keys by their exact bytes.
///
/// A dictionary would do, but every reading of a flag goes through here: hashing words instead of bytes and comparing bytes
/// instead of strings, without a reference count to touch, saves a third of the whole reading.
struct KeyIndex: Sendable {
  private struct Slot: Sendable {
    var hash: UInt32 = 0
    /// Where the key's bytes begin.
    var start: UInt32 = 0
    var length: UInt32 = 0
    /// Where the key stands in the list; `empty` when the slot is free.
    var position: UInt32 = Slot.empty

    static let empty = UInt32.max
  }

  /// A power of two, at least half of them free.
  private let slots: [Slot]
  /// The bytes of all keys, one after another.
  private let bytes: [UInt8]

  /// Creates an index of keys that differ.
  init(_ keys: some Collection<String>) {
    var capacity = 4
    while capacity < keys.count * 2 { capacity *= 2 }
    var slots = [Slot](repeating: Slot(), count: capacity)
    var bytes: [UInt8] = []
    for (position, key) in keys.enumerated() {
      let hash = key.withBytes(Self.hash)
      var index = Int(hash) & (capacity - 1)
      while slots[index].position != Slot.empty { index = (index + 1) & (capacity - 1) }
      slots[index] = Slot(
        hash: hash, start: UInt32(truncatingIfNeeded: bytes.count), length: UInt32(truncatingIfNeeded: key.utf8.count),
        position: UInt32(truncatingIfNeeded: position))
      bytes += key.utf8
    }
    self.slots = slots
    self.bytes = bytes
  }

  /// Where the key stands in the list that the index was made of.
  func position(of key: String) -> Int? {
    // Not through a helper of another module, which could not be inlined here.
    if let position = key.utf8.withContiguousStorageIfAvailable({ position(of: $0) }) { return position }
    return Array(key.utf8).withUnsafeBufferPointer { position(of: $0) }
  }

  private func position(of wanted: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = Self.hash(wanted)
    let mask = slots.count &- 1
    var index = Int(hash) & mask
    while slots[index].position != Slot.empty {
      let slot = slots[index]
      if slot.hash == hash, Int(slot.length) == wanted.count, isEqual(wanted, at: Int(slot.start)) {
        return Int(slot.position)
      }
      index = (index &+ 1) & mask
    }
    return nil
  }

  private func isEqual(_ wanted: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      bytesAreEqual(UnsafeBufferPointer(rebasing: bytes[start..<(start &+ wanted.count)]), wanted)
    }
  }

  /// Mixes eight bytes at a time (the multiply and fold of wyhash).
  ///
  /// The keys are our own server's, so nobody gains from keys that collide.
  @inline(__always)
  private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let raw = UnsafeRawBufferPointer(key)
    var hash = UInt64(truncatingIfNeeded: raw.count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset &+ 8 <= raw.count {
      hash = fold(hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    var tail: UInt64 = 0
    while offset < raw.count {
      tail = tail << 8 | UInt64(raw[offset])
      offset &+= 1
    }
    return UInt32(truncatingIfNeeded: fold(hash ^ tail))
  }

  @inline(__always)
  private static func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
