internal import SerinFlags

/// Keyed hashing with SHA-256 (RFC 2104).
///
/// Who does not have the key can neither make nor check a hash, so rows of the audit log cannot be rewritten by somebody
/// who has only the database.
package struct HMACSHA256: Sendable {
  private let innerPad: [UInt8]
  private let outerPad: [UInt8]

  /// The block of SHA-256 in bytes.
  private static let blockSize = 64

  /// Prepares a key of any length; one longer than a block is hashed first, as RFC 2104 says.
  package init(key: [UInt8]) {
    var block = key.count > Self.blockSize ? SHA256.hash(key) : key
    block.append(contentsOf: repeatElement(0, count: Self.blockSize - block.count))
    innerPad = block.map { $0 ^ 0x36 }
    outerPad = block.map { $0 ^ 0x5C }
  }

  /// The 32-byte authentication code of a message.
  package func authenticate(_ message: [UInt8]) -> [UInt8] {
    SHA256.hash(outerPad + SHA256.hash(innerPad + message))
  }
}
