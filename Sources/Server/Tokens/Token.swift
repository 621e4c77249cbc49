import SerinFlags
package import Store

/// A token as it is written: `srn_<kind>_<id>_<secret>_<crc>`.
///
/// The id is public and finds the record; the secret carries 256 random bits; the CRC-32 of everything before the last
/// underscore lets secret scanners and people tell a mistyped token from a revoked one.
package struct Token: Sendable, Hashable {
  /// What the token may do.
  package let kind: TokenKind
  /// The public part, 16 base-32 characters.
  package let id: String
  /// The whole token.
  package let text: String

  /// Makes a new token from 336 random bits.
  package init(kind: TokenKind, using generator: inout some RandomNumberGenerator) {
    self.kind = kind
    id = RecordID.make(prefix: "", using: &generator)
    let body = "srn_\(kind.rawValue)_\(id)_\(RandomSecret.make(using: &generator))"
    text = body + "_" + Self.checksum(of: body)
  }

  /// Reads a token; nil when its form or its checksum is wrong.
  package init?(parsing text: String) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "srn", let kind = TokenKind(rawValue: String(parts[1])),
      parts[2].utf8.count == 16, parts[3].utf8.count == 52,
      parts[4] == Self.checksum(of: parts[0..<4].joined(separator: "_"))
    else { return nil }
    self.kind = kind
    id = String(parts[2])
    self.text = text
  }

  /// SHA-256 of the whole token: what the store keeps of a secret.
  package var hash: [UInt8] { SHA256.hash(Array(text.utf8)) }

  /// Eight hexadecimal digits of CRC-32 (IEEE 802.3).
  static func checksum(of text: String) -> String {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in text.utf8 {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    let digits = String(~crc, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
