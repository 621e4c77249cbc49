/// One audit row as a link of its chain: everything but the documents, of which it holds a hash.
///
/// A person's data can therefore be erased from the documents while the chain stays whole.
package struct AuditLink: Sendable, Hashable {
  /// The chain: a project's id, or `instance`.
  package var chain: String
  /// Its number in the chain, from 1 without gaps.
  package var sequence: Int64
  /// When, in milliseconds since 1970 UTC.
  package var at: Int64
  /// Who, why and what.
  package var entry: AuditEntry
  /// The environment that was changed, if any.
  package var environmentID: String?
  /// The environment's revision after the change, if any.
  package var revision: Int64?
  /// The hash of the documents before and after; see ``AuditPayload/hash``.
  package var payloadHash: [UInt8]
  /// The hash of the row before, or ``origin`` for the first one.
  package var previousHash: [UInt8]

  /// What stands in for the hash before the first row.
  package static let origin = [UInt8](repeating: 0, count: 32)

  /// Creates a link.
  package init(
    chain: String, sequence: Int64, at: Int64, entry: AuditEntry, environmentID: String?, revision: Int64?,
    payloadHash: [UInt8], previousHash: [UInt8]
  ) {
    self.chain = chain
    self.sequence = sequence
    self.at = at
    self.entry = entry
    self.environmentID = environmentID
    self.revision = revision
    self.payloadHash = payloadHash
    self.previousHash = previousHash
  }

  /// HMAC-SHA-256 over the framed fields chain, sequence, at, actor, via, action, environment, object, reason, request,
  /// revision, payload hash and previous hash.
  package func hash(key: HMACSHA256) -> [UInt8] {
    var fields = FramedFields(capacity: 512)
    fields.append(chain)
    fields.append(sequence)
    fields.append(at)
    fields.append(entry.actor)
    fields.append(entry.via)
    fields.append(entry.action)
    fields.append(environmentID)
    fields.append(entry.object)
    fields.append(entry.reason)
    fields.append(entry.requestID)
    fields.append(revision)
    fields.append(payloadHash)
    fields.append(previousHash)
    return key.authenticate(fields.bytes)
  }
}
