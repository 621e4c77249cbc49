internal import SerinFlags

/// What an audit row says was there before and after, with the salt that keeps its hash from being guessed.
///
/// Without a salt somebody who keeps the hash of an erased document could find the document by trying.
package struct AuditPayload: Sendable, Hashable {
  /// What was there before, as JSON text.
  package var before: String?
  /// What is there after, as JSON text.
  package var after: String?
  /// 16 random bytes.
  package var salt: [UInt8]

  /// Creates a payload.
  package init(before: String?, after: String?, salt: [UInt8]) {
    self.before = before
    self.after = after
    self.salt = salt
  }

  /// Creates a payload with a new salt.
  package init(before: String?, after: String?) {
    var generator = SystemRandomNumberGenerator()
    self.init(before: before, after: after, salt: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// SHA-256 over the framed fields salt, before, after.
  package var hash: [UInt8] {
    var fields = FramedFields(capacity: (before?.utf8.count ?? 0) + (after?.utf8.count ?? 0) + 64)
    fields.append(salt)
    fields.append(before)
    fields.append(after)
    return SHA256.hash(fields.bytes)
  }
}
