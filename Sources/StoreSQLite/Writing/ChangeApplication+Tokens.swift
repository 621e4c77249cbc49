internal import Store

extension ChangeApplication {
  /// Creates, changes or revokes a token, or lets it expire.
  func apply(_ write: TokenWrite, to log: inout EditLog) throws(StoreError) {
    switch write {
    case .create(let token): log.after.token = try create(token)
    case .revoke(let id, let keepsAdministrator): try revoke(id, keepsAdministrator, log: &log)
    case .edit(let id, let name, let flags, let origins):
      let found = try token(id)
      guard found.revokedAt == nil else { throw .refused(reason: "the token was revoked by somebody else just now") }
      var edited = found
      edited.name = name
      edited.flags = flags
      edited.origins = origins
      guard edited != found else { return }
      try connection.run(
        "UPDATE token SET name = ?, flag_filter = ?, origins = ? WHERE id = ?", name, Self.text(of: flags),
        Self.text(of: origins), id)
      log.before.token = found
      log.after.token = edited
    case .expire(let id, let instant):
      let found = try token(id)
      if found.expiresAt == instant, found.revokedAt == nil { return }
      // The change may carry the token's item as it would be then, which must not bring a token back.
      guard found.revokedAt == nil, found.expiresAt.map({ instant < $0 }) ?? true else {
        throw .refused(reason: "the token was revoked, or made to expire earlier, by somebody else just now")
      }
      var expiring = found
      expiring.expiresAt = instant
      try connection.run("UPDATE token SET expires_at = ? WHERE id = ?", instant, id)
      log.before.token = found
      log.after.token = expiring
    }
  }

  private func create(_ wanted: TokenRecord) throws(StoreError) -> TokenRecord {
    if let id = wanted.projectID, try !exists("SELECT 1 FROM project WHERE id = ?", id) {
      throw .notFound(object: "project:\(id)")
    }
    if let id = wanted.environmentID, try !exists("SELECT 1 FROM environment WHERE id = ?", id) {
      throw .notFound(object: "environment:\(id)")
    }
    if let id = wanted.accountID, try !exists("SELECT 1 FROM account WHERE id = ?", id) {
      throw .notFound(object: "account:\(id)")
    }
    let isTaken = try connection.row(
      "SELECT 1 FROM token WHERE id = ? OR secret_hash = ?", wanted.id, wanted.secretHash, make: { _ in true })
    if isTaken != nil { throw .duplicate(object: "token:\(wanted.id)") }
    var token = wanted
    token.createdAt = at
    token.lastUsedDay = nil
    token.revokedAt = nil
    try connection.run(
      "INSERT INTO token (\(Row.tokenColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      token.id, token.kind.rawValue, token.projectID, token.environmentID, token.name, token.secretHash,
      token.publicValue, token.accountID, Self.text(of: token.scopes.map(\.rawValue)),
      Self.text(of: token.environments),
      token.expiresAt, token.lastUsedDay, token.createdAt, token.revokedAt, Self.text(of: token.flags),
      Self.text(of: token.origins))
    return token
  }

  private func revoke(_ id: String, _ keepsAdministrator: Bool, log: inout EditLog) throws(StoreError) {
    let found = try token(id)
    guard found.revokedAt == nil else { return }
    var revoked = found
    revoked.revokedAt = at
    try connection.run("UPDATE token SET revoked_at = ? WHERE id = ?", at, id)
    try connection.run("DELETE FROM draft WHERE owner = ?", "token:\(id)")
    if keepsAdministrator, found.administersInstance(at: at), try !hasAdministrator() {
      throw .refused(
        reason: """
          this is the last admin token of the instance and no account administers it; make another one before, or say \
          "force": true
          """)
    }
    log.before.token = found
    log.after.token = revoked
  }

  private func token(_ id: String) throws(StoreError) -> TokenRecord {
    let found = try connection.row("SELECT \(Row.tokenColumns) FROM token WHERE id = ?", id) { row throws(StoreError) in
      try row.token()
    }
    guard let found else { throw .notFound(object: "token:\(id)") }
    return found
  }

  /// Whether anybody could administer the instance as it is now.
  private func hasAdministrator() throws(StoreError) -> Bool {
    if try exists("SELECT 1 FROM account WHERE is_root = 1 AND disabled_at IS NULL") { return true }
    let tokens = try connection.rows(
      "SELECT \(Row.tokenColumns) FROM token WHERE kind = 'admin' AND project_id IS NULL AND revoked_at IS NULL"
    ) { row throws(StoreError) in try row.token() }
    return tokens.contains { $0.administersInstance(at: at) }
  }
}
