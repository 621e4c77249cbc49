/// How blocks of SHA-256 are compressed: in plain Swift everywhere, faster where a program has something faster.
///
/// This module imports nothing, so a program that links a library for it hands the library's functions in. Every engine
/// gives the same digests; only the time differs.
package struct DigestEngine: Sendable {
  /// Takes whole blocks of 64 bytes, without any alignment, into a state of eight words.
  package typealias Compress =
    @Sendable @convention(c) (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>, Int) -> Void
  /// Takes one block into each of two states, which are not the same.
  package typealias CompressPair =
    @Sendable @convention(c) (
      UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>, UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>
    ) -> Void

  /// Compresses the blocks of one message.
  package let compress: Compress
  /// Compresses one block of each of two messages.
  package let compressPair: CompressPair

  /// The engine in plain Swift.
  package static let swift = DigestEngine(
    compress: { state, blocks, count in SHA256.compress(state, blocks, count) },
    compressPair: { first, firstBlock, second, secondBlock in
      SHA256.compress(first, firstBlock, 1)
      SHA256.compress(second, secondBlock, 1)
    })

  /// An engine of two functions that may be called from any thread.
  package init(compress: Compress, compressPair: CompressPair) {
    self.compress = compress
    self.compressPair = compressPair
  }
}
