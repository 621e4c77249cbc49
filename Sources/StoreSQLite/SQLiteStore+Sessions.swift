public import Store

extension SQLiteStore {
  /// Opens a session, unless the account was disabled or its rights changed meanwhile.
  public func openSession(
    idHash: [UInt8], accountID: String, authVersion: Int64, lifetime: Int64
  ) async throws(StoreError) -> SessionRecord {
    let clock = clock
    return try await write { connection throws(StoreError) in
      let now = clock()
      let session = SessionRecord(
        idHash: idHash, accountID: accountID, authVersion: authVersion, createdAt: now, seenAt: now,
        expiresAt: now + lifetime)
      try connection.run(
        """
        INSERT INTO session (\(Row.sessionColumns)) SELECT ?, id, auth_version, ?, ?, ? FROM account
        WHERE id = ? AND auth_version = ? AND disabled_at IS NULL
        """, idHash, now, now, session.expiresAt, accountID, authVersion)
      let isOpen = try connection.row("SELECT 1 FROM session WHERE id_hash = ?", idHash, make: { _ in true })
      guard isOpen != nil else { throw StoreError.notFound(object: "account:\(accountID)") }
      return session
    }
  }

  /// A session with the rights of its account as they are now; nil when there is no such session.
  public func session(idHash: [UInt8]) async throws(StoreError) -> SessionContext? {
    try await readShort { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        let session = try connection.row("SELECT \(Row.sessionColumns) FROM session WHERE id_hash = ?", idHash) {
          $0.session()
        }
        guard let session, let rights = try Self.rights(of: session.accountID, connection) else { return nil }
        return SessionContext(session: session, rights: rights)
      }
    }
  }

  /// Writes down when sessions were last used, all of them in one transaction.
  public func noteSessions(seen: [[UInt8]: Int64]) async throws(StoreError) {
    guard !seen.isEmpty else { return }
    try await write { connection throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        for (idHash, instant) in seen {
          try connection.run(
            "UPDATE session SET seen_at = ? WHERE id_hash = ? AND seen_at < ?", instant, idHash, instant)
        }
      }
    }
  }

  /// Ends a session; nothing happens when there is none.
  public func endSession(idHash: [UInt8]) async throws(StoreError) {
    try await write { connection throws(StoreError) in
      try connection.run("DELETE FROM session WHERE id_hash = ?", idHash)
    }
  }

  /// Ends every session of an account.
  public func endSessions(accountID: String) async throws(StoreError) {
    try await write { connection throws(StoreError) in
      try connection.run("DELETE FROM session WHERE account_id = ?", accountID)
    }
  }

  /// Forgets sessions that are over by the store's clock.
  public func removeExpiredSessions(idleLimit: Int64) async throws(StoreError) {
    let clock = clock
    try await write { connection throws(StoreError) in
      let now = clock()
      try connection.run("DELETE FROM session WHERE expires_at <= ? OR seen_at <= ?", now, now - idleLimit)
    }
  }

  /// Writes down in one transaction that tokens were used.
  public func noteTokens(usedOn days: [String: Int64]) async throws(StoreError) {
    guard !days.isEmpty else { return }
    try await write { connection throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        for (id, day) in days {
          try connection.run(
            "UPDATE token SET last_used_day = ? WHERE id = ? AND coalesce(last_used_day, -1) < ?", day, id, day)
        }
      }
    }
  }
}
