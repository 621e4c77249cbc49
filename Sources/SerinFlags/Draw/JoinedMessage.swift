/// Two runs of bytes with a separator between them, to be hashed without putting them together on the heap.
struct JoinedMessage {
  private let head: UnsafeBufferPointer<UInt8>
  private let separator: UInt8?
  private let tail: UnsafeBufferPointer<UInt8>

  @inline(__always)
  init(_ head: UnsafeBufferPointer<UInt8>, separator: UInt8?, _ tail: UnsafeBufferPointer<UInt8>) {
    self.head = head
    self.separator = separator
    self.tail = tail
  }

  /// How many bytes there are in all.
  @inline(__always)
  var count: Int { head.count &+ tail.count &+ (separator == nil ? 0 : 1) }

  /// The message's digest.
  @inline(__always)
  func digest(_ engine: DigestEngine) -> SHA256.Words {
    guard count <= SHA256.longestInOneBlock else {
      return SHA256.digest(length: count, engine: engine) { write(to: $0) }
    }
    return withPaddedBlock { block in SHA256.withState { state in engine.compress(state, block, 1) } }
  }

  /// The digests of two messages, side by side when each is one block.
  @inline(__always)
  static func digests(
    _ first: JoinedMessage, _ second: JoinedMessage, _ engine: DigestEngine
  ) -> (SHA256.Words, SHA256.Words) {
    guard max(first.count, second.count) <= SHA256.longestInOneBlock else {
      return (first.digest(engine), second.digest(engine))
    }
    var other = SHA256.start
    let words = first.withPaddedBlock { firstBlock in
      second.withPaddedBlock { secondBlock in
        SHA256.withState { firstState in
          other = SHA256.withState { engine.compressPair(firstState, firstBlock, $0, secondBlock) }
        }
      }
    }
    return (words, other)
  }

  /// Writes the message into a buffer that is as long.
  @inline(__always)
  private func write(to buffer: UnsafeMutableRawBufferPointer) {
    var length = head.count
    buffer.copyMemory(from: UnsafeRawBufferPointer(head))
    if let separator {
      buffer[length] = separator
      length &+= 1
    }
    UnsafeMutableRawBufferPointer(rebasing: buffer[length...]).copyMemory(from: UnsafeRawBufferPointer(tail))
  }

  /// Calls `body` with the message of one block and its padding.
  @inline(__always)
  private func withPaddedBlock<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    typealias Zeros = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
    let bits = UInt64(truncatingIfNeeded: count) &<< 3
    var block: (zeros: Zeros, length: UInt64) = ((0, 0, 0, 0, 0, 0, 0), bits.bigEndian)
    return withUnsafeMutablePointer(to: &block) { pointer in
      UnsafeMutableRawPointer(pointer).withMemoryRebound(to: UInt8.self, capacity: SHA256.blockSize) { bytes in
        Self.copy(head, to: bytes)
        if let separator { bytes[head.count] = separator }
        Self.copy(tail, to: bytes + (count &- tail.count))
        bytes[count] = 0x80
        return body(UnsafePointer(bytes))
      }
    }
  }

  /// Copies at most a block in words of eight bytes, the last of which overlaps the one before: cheaper than a call.
  @inline(__always)
  private static func copy(_ bytes: UnsafeBufferPointer<UInt8>, to place: UnsafeMutablePointer<UInt8>) {
    let count = bytes.count
    guard count >= 8 else {
      for offset in 0..<count { place[offset] = bytes[offset] }
      return
    }
    let source = UnsafeRawBufferPointer(bytes)
    let target = UnsafeMutableRawPointer(place)
    var offset = 0
    while offset &+ 8 < count {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    let last = source.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    target.storeBytes(of: last, toByteOffset: count &- 8, as: UInt64.self)
  }
}
