import SerinFlags
import Store

extension KeyService {
  /// Puts a new key in the place of one of a project.
  /// - Throws: 404 for a key that is none of the project's.
  func rotate(
    _ id: String, in project: ProjectRecord, seenBy access: Access, overlap: Int64?, by caller: Caller, reason: String
  ) async throws(Problem) -> (TokenRecord, Token) {
    // The old key's item is written whole, so no edit of it may come between.
    try await keeper.gate.pass(project.id) { () async throws(Problem) in
      let record = try await key(id, in: project, seenBy: access)
      return try await rotate(record, overlap: overlap, creator: access.limits, by: caller, reason: reason)
    }
  }

  /// How long an old token goes on working beside its successor when nothing else is said, and at most, in milliseconds.
  static let standardOverlap: Int64 = 24 * 60 * 60 * 1000
  static let longestOverlap: Int64 = 90 * 24 * 60 * 60 * 1000

  /// Puts a new token in the place of one: with the same name, place and limits, and a life as long as the old one's.
  ///
  /// The old one expires after the overlap, so that nobody who holds it is shut out meanwhile.
  ///
  /// - Parameters:
  ///   - overlap: How long the old one goes on working, in milliseconds.
  ///   - creator: What whoever asks is narrowed to.
  /// - Throws: 409 when the token is revoked or has expired; 422 for an overlap that is too long; 403 when the new one would
  ///   work longer than the token that makes it.
  func rotate(
    _ record: TokenRecord, overlap: Int64?, creator: TokenLimits, by caller: Caller, reason: String
  ) async throws(Problem) -> (TokenRecord, Token) {
    let overlap = overlap ?? Self.standardOverlap
    guard (0...Self.longestOverlap).contains(overlap) else {
      throw Problem(path: "overlap", message: "must be from 0 to 90 days, not \(overlap / 1000) seconds")
    }
    let now = keeper.milliseconds
    guard record.isAccepted(at: now) else {
      throw Problem(.conflict, "the key was revoked or has expired; make a new one instead")
    }
    var generator = SystemRandomNumberGenerator()
    let token = Token(kind: record.kind, using: &generator)
    var successor = record
    successor.id = token.id
    successor.secretHash = token.hash
    successor.publicValue = record.kind == .client ? token.text : nil
    successor.expiresAt = record.expiresAt.map { now + max(1, $0 - record.createdAt) }
    try Self.check(successor, isCoveredBy: creator)
    if let limit = creator.expiresAt, successor.expiresAt ?? .max > limit {
      throw Problem(
        .forbidden,
        "the new one would work longer than the token that makes it, which expires at \(Instants.text(limit)); rotate it "
          + "with a session, or with a token that lasts as long")
    }
    try environment(record.environmentID)?.checkReason(reason)
    var old = record
    old.expiresAt = min(record.expiresAt ?? .max, now + overlap)
    var expiry = Edit(audit: caller.entry("token.rotate", "token:\(record.id)", reason: reason))
    expiry.token = .expire(id: record.id, at: old.expiresAt ?? now)
    expiry.items = Self.itemWrites(of: old, expects: .present)
    let edits = [Self.creation(successor, by: caller, reason: reason), expiry]
    try await commit(
      Change(chain: record.projectID ?? AuditChain.instance, edits: edits), isAdmin: record.kind == .admin)
    return (try await read(token.id), token)
  }
}
