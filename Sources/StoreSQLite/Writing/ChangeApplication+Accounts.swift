internal import SerinFlags
internal import Store

extension ChangeApplication {
  /// Creates or changes an account.
  func apply(_ write: AccountWrite, to log: inout EditLog) throws(StoreError) {
    switch write {
    case .create(let account, let passwordHash): log.after.account = try create(account, passwordHash)
    case .change(let id, let change, let mayLeaveProjects):
      guard let current = try account(id) else { throw .notFound(object: "account:\(id)") }
      guard let next = try change.outcome(on: current, at: at) else { return }
      try connection.run(
        """
        UPDATE account SET name = ?, is_root = ?, version = ?, auth_version = ?, disabled_at = ?,
          password_hash = coalesce(?, password_hash) WHERE id = ?
        """, next.name, next.isRoot, next.version, next.authVersion, next.disabledAt, change.passwordHash, id)
      try refuseLosingRoot(current)
      if !mayLeaveProjects, next.disabledAt != nil { try refuseLosingProjects(of: id) }
      if next.authVersion != current.authVersion { try endSessions(of: id) }
      if next.disabledAt != nil { try connection.run("DELETE FROM draft WHERE owner = ?", "account:\(id)") }
      log.before.account = current
      log.after.account = next
    }
  }

  /// The account with an id.
  func account(_ id: String) throws(StoreError) -> AccountRecord? {
    try connection.row("SELECT \(Row.accountColumns) FROM account WHERE id = ?", id) { $0.account() }
  }

  /// Ends the sessions of an account.
  func endSessions(of accountID: String) throws(StoreError) {
    try connection.run("DELETE FROM session WHERE account_id = ?", accountID)
  }

  private func create(_ wanted: AccountRecord, _ passwordHash: String) throws(StoreError) -> AccountRecord {
    let isTaken = try connection.row(
      "SELECT 1 FROM account WHERE id = ? OR email = ?", wanted.id, wanted.email, make: { _ in true })
    if isTaken != nil { throw .duplicate(object: "account:\(wanted.email)") }
    let account = AccountRecord(
      id: wanted.id, email: wanted.email, name: wanted.name, isRoot: wanted.isRoot, createdAt: at)
    try connection.run(
      """
      INSERT INTO account (\(Row.accountColumns), password_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      account.id, account.email, account.name, account.isRoot, account.version, account.authVersion, account.createdAt,
      account.disabledAt, passwordHash)
    return account
  }

  /// Looks at what is left after the write: an instance that had an administrator keeps one.
  private func refuseLosingRoot(_ before: AccountRecord) throws(StoreError) {
    guard before.isRoot, before.disabledAt == nil,
      try !exists("SELECT 1 FROM account WHERE is_root = 1 AND disabled_at IS NULL")
    else { return }
    throw .refused(
      reason: "\(before.email) is the last administrator of the instance; make somebody else one before")
  }

  /// Looks at what is left after the write: a project that had an admin keeps one.
  private func refuseLosingProjects(of accountID: String) throws(StoreError) {
    let key = try connection.row(
      """
      SELECT p.key FROM membership AS m JOIN project AS p ON p.id = m.project_id
      WHERE m.account_id = ? AND m.role = 'admin' AND p.archived_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM membership AS o JOIN account AS a ON a.id = o.account_id
        WHERE o.project_id = m.project_id AND o.role = 'admin' AND a.disabled_at IS NULL) ORDER BY p.key
      """, accountID
    ) { $0.text(0) }
    if let key { throw .refused(reason: Self.lastAdmin(of: key)) }
  }

  /// What somebody is told who takes the last admin from a project.
  static func lastAdmin(of projectKey: String) -> String {
    """
    this is the last admin of project "\(projectKey)"; make somebody else one before, or say "force": true
    """
  }
}
