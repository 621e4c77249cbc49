/// Where a bound context keeps the texts that conditions look at.
///
/// A string has no place in memory that outlasts a call, so its bytes are copied here once. What does not fit goes to the
/// heap until the context is done with.
struct TextArena {
  private var next: UnsafeMutableRawPointer
  private var room: Int
  private var overflow: [UnsafeMutableRawPointer]

  /// How many bytes lie beside the context.
  static let size = 320

  init(start: UnsafeMutableRawPointer) {
    next = start
    room = Self.size
    overflow = []
  }

  /// Copies some bytes and gives their place.
  @inline(__always)
  mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8> {
    let source = UnsafeRawBufferPointer(bytes)
    // Every text begins at a multiple of eight bytes and takes whole words, so that words can be stored at once.
    let padded = (source.count &+ 7) & ~7
    guard padded <= room else { return keepOnHeap(source) }
    var offset = 0
    while offset &+ 8 <= source.count {
      next.storeBytes(
        of: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    while offset < source.count {
      next.storeBytes(of: source[offset], toByteOffset: offset, as: UInt8.self)
      offset &+= 1
    }
    let place = UnsafePointer(next.assumingMemoryBound(to: UInt8.self))
    next += padded
    room &-= padded
    return place
  }

  @inline(never)
  private mutating func keepOnHeap(_ source: UnsafeRawBufferPointer) -> UnsafePointer<UInt8> {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: source.count, alignment: 8)
    if let start = source.baseAddress { copy.copyMemory(from: start, byteCount: source.count) }
    overflow.append(copy)
    return UnsafePointer(copy.assumingMemoryBound(to: UInt8.self))
  }

  /// Gives back what went to the heap.
  @inline(__always)
  mutating func free() {
    guard !overflow.isEmpty else { return }
    for copy in overflow { copy.deallocate() }
    overflow = []
  }
}
