internal import Store

extension ChangeApplication {
  /// Creates or revokes a token.
  func apply(_ write: TokenWrite, to log: inout EditLog) throws(StoreError) {
    switch write {
    case .create(let token): log.after.token = try create(token)
    case .revoke(let id): try revoke(id, log: &log)
    }
  }

  private func create(_ wanted: TokenRecord) throws(StoreError) -> TokenRecord {
    if let id = wanted.projectID, try !exists("SELECT 1 FROM project WHERE id = ?", id) {
      throw .notFound(object: "project:\(id)")
    }
    if let id = wanted.environmentID, try !exists("SELECT 1 FROM environment WHERE id = ?", id) {
      throw .notFound(object: "environment:\(id)")
    }
    let isTaken = try connection.row(
      "SELECT 1 FROM token WHERE id = ? OR secret_hash = ?", wanted.id, wanted.secretHash, make: { _ in true })
    if isTaken != nil { throw .duplicate(object: "token:\(wanted.id)") }
    var token = wanted
    token.createdAt = at
    token.revokedAt = nil
    try connection.run(
      "INSERT INTO token (\(Row.tokenColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      token.id, token.kind.rawValue, token.projectID, token.environmentID, token.name, token.secretHash,
      token.publicValue, token.createdAt, token.revokedAt)
    return token
  }

  private func revoke(_ id: String, log: inout EditLog) throws(StoreError) {
    let found = try connection.row("SELECT \(Row.tokenColumns) FROM token WHERE id = ?", id) { row throws(StoreError) in
      try row.token()
    }
    guard let found else { throw .notFound(object: "token:\(id)") }
    guard found.revokedAt == nil else { return }
    var revoked = found
    revoked.revokedAt = at
    try connection.run("UPDATE token SET revoked_at = ? WHERE id = ?", at, id)
    log.before.token = found
    log.after.token = revoked
  }
}
