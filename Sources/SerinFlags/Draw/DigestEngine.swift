/// How blocks of SHA-256 are compressed: in plain Swift everywhere, faster where a program has something faster.
///
/// A program that has it can also bring the processor's instruction to fetch memory ahead of its use and the system's
/// call for large pages, for which Swift has no word. This module imports nothing, so a program that links a library for it hands the library's functions in.
/// Every engine gives the same digests; only the time differs.
package struct DigestEngine: Sendable {
  /// Takes whole blocks of 64 bytes, without any alignment, into a state of eight words.
  package typealias Compress =
    @Sendable @convention(c) (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>, Int) -> Void
  /// Takes one block into each of two states, which are not the same.
  package typealias CompressPair =
    @Sendable @convention(c) (
      UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>, UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>
    ) -> Void

  /// Says something of the memory of so many bytes; it changes nothing but the time of the next reads.
  package typealias Advise = @Sendable @convention(c) (UnsafeRawPointer, Int) -> Void

  /// Compresses the blocks of one message.
  package let compress: Compress
  /// Compresses one block of each of two messages.
  package let compressPair: CompressPair
  /// Fetches memory ahead of its use; nil where the program has nothing for it.
  package let prefetch: Advise?
  /// Moves much memory that is read here and there into large pages; nil where the program has nothing for it.
  package let useLargePages: Advise?

  /// The engine in plain Swift.
  package static let swift = DigestEngine(
    compress: { state, blocks, count in SHA256.compress(state, blocks, count) },
    compressPair: { first, firstBlock, second, secondBlock in
      SHA256.compress(first, firstBlock, 1)
      SHA256.compress(second, secondBlock, 1)
    })

  /// An engine of functions that may be called from any thread.
  package init(
    compress: Compress, compressPair: CompressPair, prefetch: Advise? = nil, useLargePages: Advise? = nil
  ) {
    self.compress = compress
    self.compressPair = compressPair
    self.prefetch = prefetch
    self.useLargePages = useLargePages
  }
}
