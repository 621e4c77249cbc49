/// SHA-256 as FIPS 180-4 defines it.
///
/// The SDK must give the same digests on every platform without needing a library, so the engine of its own is in plain
/// Swift; see ``DigestEngine``. A message is padded in a temporary buffer (on the stack up to a kilobyte) and compressed
/// in place, so that a draw allocates nothing.
package enum SHA256 {
  /// The eight words of a digest, most significant first.
  package typealias Words = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

  /// The state before the first block.
  static let start: Words = (
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19
  )

  /// The bytes of a block.
  static let blockSize = 64
  /// The longest message that fits into one block beside its padding.
  static let longestInOneBlock = 55

  /// The digest of some bytes: 32 bytes.
  package static func hash(_ bytes: some Sequence<UInt8>, engine: DigestEngine = .swift) -> [UInt8] {
    Self.bytes(words(of: Array(bytes), engine: engine))
  }

  /// The digest of some bytes, as its eight words.
  static func words(of bytes: [UInt8], engine: DigestEngine = .swift) -> Words {
    bytes.withUnsafeBytes { content in
      digest(length: content.count, engine: engine) { $0.copyMemory(from: content) }
    }
  }

  /// A digest as its 32 bytes.
  static func bytes(_ words: Words) -> [UInt8] {
    let list = [words.0, words.1, words.2, words.3, words.4, words.5, words.6, words.7]
    return list.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  /// The digest of a message that `fill` writes into the buffer it is given.
  ///
  /// - Parameters:
  ///   - length: The message's length in bytes.
  ///   - engine: What compresses the blocks.
  ///   - fill: Writes the message; its buffer is exactly that long and not initialised.
  @inline(__always)
  static func digest(
    length: Int, engine: DigestEngine, fill: (UnsafeMutableRawBufferPointer) -> Void
  ) -> Words {
    withPaddedMessage(length: length, isBigEndian: true, fill: fill) { blocks in
      guard let start = blocks.baseAddress else { return Self.start }
      return withState {
        engine.compress($0, start.assumingMemoryBound(to: UInt8.self), blocks.count / blockSize)
      }
    }
  }

  /// The state after `compress` has taken blocks into the one that a message begins with.
  @inline(__always)
  static func withState(_ compress: (UnsafeMutablePointer<UInt32>) -> Void) -> Words {
    var state = start
    // A tuple of equal elements lies in memory as an array of them.
    withUnsafeMutablePointer(to: &state) {
      compress(UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt32.self))
    }
    return state
  }
}
