import SerinFlags
import Store

/// The validator of an answer: a keyed hash of everything the answer depends on.
///
/// The raw body takes part, so a validator of one context never matches another. The key is the servers' own, so that
/// nobody can construct a collision.
package struct EntityTag: Sendable {
  private let function: SipHash

  /// Creates the function for a 16-byte key; a shorter key is filled with zeros.
  package init(key: [UInt8]) {
    function = SipHash(key: key)
  }

  /// The weak entity tag of a bulk answer, quotes included.
  ///
  /// The time takes part by the instants that have passed of those at which answers change: the digest stays the same, and
  /// the revision that such an instant gets may come a moment later.
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

  /// The keyed hash of some bytes.
  package func hash(_ bytes: [UInt8]) -> UInt64 { function.hash(bytes) }
}
