import SerinFlags
import Store

/// The validator of an answer: a keyed hash of everything the answer depends on.
///
/// The raw body takes part, so a validator of one context never matches another. The hash is SipHash-2-4 (Aumasson and
/// Bernstein, 2012) under a key that only the servers know, so that nobody can construct a collision.
package struct EntityTag: Sendable {
  private let key: (UInt64, UInt64)

  /// Creates the function for a 16-byte key; a shorter key is filled with zeros.
  package init(key: [UInt8]) {
    let padded = key + [UInt8](repeating: 0, count: max(0, 16 - key.count))
    self.key = (Self.word(padded[0..<8]), Self.word(padded[8..<16]))
  }

  /// The weak entity tag of a bulk answer, quotes included.
  ///
  /// The time takes part by the instants that have passed of those at which answers change: such an instant leaves the
  /// revision as it is.
  func tag(
    of ruleset: ServedRuleset, at now: Timestamp, principal: Principal, path: String, body: [UInt8]
  ) -> String {
    var input: [UInt8] = []
    input.reserveCapacity(104 + path.utf8.count + body.count)
    for word in [
      UInt64(bitPattern: ruleset.epoch), ruleset.environment.digest.high, ruleset.environment.digest.low,
      UInt64(ruleset.compiled.timeEpoch(at: now)), UInt64(path.utf8.count),
    ] {
      withUnsafeBytes(of: word.littleEndian) { input.append(contentsOf: $0) }
    }
    input.append(contentsOf: ruleset.environment.id.utf8)
    input.append(0)
    input.append(contentsOf: principal.tokenID.utf8)
    input.append(0)
    input.append(contentsOf: path.utf8)
    input.append(contentsOf: body)
    let digits = String(hash(input), radix: 16)
    return "W/\"" + String(repeating: "0", count: 16 - digits.count) + digits + "\""
  }

  /// Whether an `If-None-Match` header names the tag, by weak comparison (RFC 9110, 13.1.2).
  ///
  /// `*` matches nothing: whether there is an answer at all is known only once the body was read.
  static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    let opaque = tag.dropFirst(2)
    return header.split(separator: ",").contains { candidate in
      let trimmed = candidate.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
      return trimmed == opaque || trimmed == tag[...]
    }
  }

  /// SipHash-2-4 of some bytes.
  package func hash(_ bytes: [UInt8]) -> UInt64 {
    var v0 = key.0 ^ 0x736f_6d65_7073_6575
    var v1 = key.1 ^ 0x646f_7261_6e64_6f6d
    var v2 = key.0 ^ 0x6c79_6765_6e65_7261
    var v3 = key.1 ^ 0x7465_6462_7974_6573
    func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
    func round() {
      v0 &+= v1
      v1 = rotate(v1, 13) ^ v0
      v0 = rotate(v0, 32)
      v2 &+= v3
      v3 = rotate(v3, 16) ^ v2
      v0 &+= v3
      v3 = rotate(v3, 21) ^ v0
      v2 &+= v1
      v1 = rotate(v1, 17) ^ v2
      v2 = rotate(v2, 32)
    }
    func absorb(_ word: UInt64) {
      v3 ^= word
      round()
      round()
      v0 ^= word
    }
    let whole = bytes.count & ~7
    bytes.withUnsafeBytes { buffer in
      for offset in stride(from: 0, to: whole, by: 8) {
        absorb(UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
    }
    absorb(Self.word(bytes[whole...]) | UInt64(bytes.count & 0xFF) << 56)
    v2 ^= 0xFF
    for _ in 0..<4 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
