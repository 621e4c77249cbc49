internal import CHash
package import SerinFlags

extension DigestEngine {
  /// The processor's own instructions for SHA-256 where it has them, else the engine in plain Swift.
  ///
  /// Both give the same digests. What evaluates on a server or a command line uses this one; an app links no C.
  package static let hardware =
    chash_has_hardware_sha256()
    ? DigestEngine(
      compress: chash_sha256_compress, compressPair: chash_sha256_compress_pair, prefetch: chash_prefetch,
      useLargePages: chash_use_large_pages) : .swift
}
