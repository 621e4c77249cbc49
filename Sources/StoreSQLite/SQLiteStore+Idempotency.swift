public import Store

extension SQLiteStore {
  /// Claims a key for a request, or says what became of the request that has it.
  public func claimIdempotencyKey(_ claim: IdempotencyClaim) async throws(StoreError) -> IdempotencyClaim.Outcome {
    let clock = clock
    return try await write { connection throws(StoreError) in
      var outcome = IdempotencyClaim.Outcome.claimed
      try connection.transaction { () throws(StoreError) in
        outcome = try Self.outcome(of: claim, at: clock(), connection)
      }
      return outcome
    }
  }

  /// Renews the leases of requests that are still being carried out, in one transaction.
  public func renewIdempotencyLeases(of claims: [[UInt8]: String], lease: Int64) async throws(StoreError) {
    guard !claims.isEmpty else { return }
    let clock = clock
    try await write { connection throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        let end = clock() + lease
        for (keyHash, requestID) in claims {
          try connection.run(
            """
            UPDATE idempotency_key SET lease_until = max(lease_until, ?)
            WHERE key_hash = ? AND request_id = ? AND is_settled = 0
            """, end, keyHash, requestID)
        }
      }
    }
  }

  /// Ends the leases of processes that had the folder before: none of them runs any more.
  static func endLeases(_ connection: Connection) throws(StoreError) {
    // A store that is kept at an older schema has no keys yet.
    let table = try connection.row(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'idempotency_key'", make: { _ in true })
    guard table != nil else { return }
    try connection.run("UPDATE idempotency_key SET lease_until = 0 WHERE is_settled = 0 AND lease_until > 0")
  }

  /// Notes that a claimed request was carried out.
  public func settleIdempotencyKey(
    keyHash: [UInt8], requestID: String, answer: [UInt8]?
  ) async throws(StoreError) {
    try await write { connection throws(StoreError) in
      try Self.settle(keyHash, requestID, answer: answer, connection)
    }
  }

  /// Gives a claimed key back, unless the audit log knows that its request was carried out.
  public func releaseIdempotencyKey(keyHash: [UInt8], requestID: String) async throws(StoreError) {
    try await write { connection throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        let row = try connection.row(
          "SELECT audit_row FROM idempotency_key WHERE key_hash = ? AND request_id = ?", keyHash, requestID
        ) { $0.integer(0) }
        guard let row else { return }
        if try Self.isOnRecord(requestID, after: row, connection) {
          try Self.settle(keyHash, requestID, answer: nil, connection)
        } else {
          try connection.run(
            "DELETE FROM idempotency_key WHERE key_hash = ? AND request_id = ? AND is_settled = 0", keyHash, requestID)
        }
      }
    }
  }

  /// Forgets keys that were claimed long ago.
  public func removeOldIdempotencyKeys(lifetime: Int64) async throws(StoreError) {
    let clock = clock
    // In portions, between which a kill gets its turn.
    var isDone = false
    while !isDone {
      isDone = try await write { connection throws(StoreError) in
        let oldest = clock() - lifetime
        try connection.run(
          """
          DELETE FROM idempotency_key WHERE key_hash IN
          (SELECT key_hash FROM idempotency_key WHERE created_at <= ? LIMIT \(Self.removalPortion))
          """, oldest)
        let left = try connection.row("SELECT 1 FROM idempotency_key WHERE created_at <= ? LIMIT 1", oldest) { _ in
          true
        }
        return left == nil
      }
    }
  }

  private static let removalPortion = 200

  private static func outcome(
    of claim: IdempotencyClaim, at now: Int64, _ connection: Connection
  ) throws(StoreError) -> IdempotencyClaim.Outcome {
    try connection.run(
      "DELETE FROM idempotency_key WHERE key_hash = ? AND created_at <= ?", claim.keyHash, now - claim.lifetime)
    let found = try connection.row(
      "SELECT fingerprint, is_settled, answer, lease_until, request_id, audit_row FROM idempotency_key WHERE key_hash = ?",
      claim.keyHash
    ) { row in
      (
        fingerprint: row.blob(0), isSettled: row.truth(1), answer: row.isNull(2) ? nil : row.blob(2),
        leaseUntil: row.integer(3), requestID: row.text(4), auditRow: row.integer(5)
      )
    }
    guard let found else { return try take(claim, at: now, connection) }
    guard found.fingerprint == claim.fingerprint else { return .otherRequest }
    if found.isSettled { return .settled(answer: found.answer) }
    guard found.leaseUntil <= now else { return .inProgress }
    guard try !isOnRecord(found.requestID, after: found.auditRow, connection) else {
      try settle(claim.keyHash, found.requestID, answer: nil, connection)
      return .settled(answer: nil)
    }
    try connection.run(
      "UPDATE idempotency_key SET request_id = ?, lease_until = ?, audit_row = ? WHERE key_hash = ?", claim.requestID,
      now + claim.lease, try lastAuditRow(connection), claim.keyHash)
    return .claimed
  }

  private static func take(
    _ claim: IdempotencyClaim, at now: Int64, _ connection: Connection
  ) throws(StoreError) -> IdempotencyClaim.Outcome {
    let count = try connection.row(
      "SELECT count(*) FROM idempotency_key WHERE owner = ? AND created_at > ?", claim.owner, now - claim.lifetime
    ) { $0.integer(0) }
    guard (count ?? 0) < claim.maximumKeys else { return .tooMany }
    try connection.run(
      """
      INSERT INTO idempotency_key (key_hash, owner, fingerprint, request_id, audit_row, lease_until, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, claim.keyHash, claim.owner, claim.fingerprint, claim.requestID, try lastAuditRow(connection),
      now + claim.lease, now)
    return .claimed
  }

  private static func settle(
    _ keyHash: [UInt8], _ requestID: String, answer: [UInt8]?, _ connection: Connection
  ) throws(StoreError) {
    try connection.run(
      "UPDATE idempotency_key SET is_settled = 1, answer = ? WHERE key_hash = ? AND request_id = ?", answer, keyHash,
      requestID)
  }

  /// The row id of the audit log's newest row, of whatever chain; the log only grows, so later rows have larger ones.
  private static func lastAuditRow(_ connection: Connection) throws(StoreError) -> Int64 {
    let row = try connection.row("SELECT coalesce(max(rowid), 0) FROM audit") { $0.integer(0) }
    return row ?? 0
  }

  /// Whether the audit log has a row of a request behind one of its rows.
  private static func isOnRecord(
    _ requestID: String, after row: Int64, _ connection: Connection
  ) throws(StoreError) -> Bool {
    let found = try connection.row(
      "SELECT 1 FROM audit WHERE rowid > ? AND request_id = ? LIMIT 1", row, requestID
    ) { _ in true }
    return found ?? false
  }
}
