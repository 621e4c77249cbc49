public import Store

extension SQLiteStore {
  /// Every account, disabled ones included, in the order of their addresses' bytes.
  public func accounts() async throws(StoreError) -> [AccountRecord] {
    try await read { connection throws(StoreError) in
      try connection.rows("SELECT \(Row.accountColumns) FROM account ORDER BY email") { $0.account() }
    }
  }

  /// Whether there is any account, a disabled one included.
  public func hasAccounts() async throws(StoreError) -> Bool {
    try await readShort { connection throws(StoreError) in
      try connection.row("SELECT 1 FROM account LIMIT 1", make: { _ in true }) ?? false
    }
  }

  /// The account with an id and what it may do; nil when there is none.
  public func rights(accountID: String) async throws(StoreError) -> AccountRights? {
    try await readShort { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in try Self.rights(of: accountID, connection) }
    }
  }

  /// The account with an address and what its password is compared with; nil when there is none.
  public func credential(email: String) async throws(StoreError) -> AccountCredential? {
    try await readShort { connection throws(StoreError) in
      try connection.row("SELECT \(Row.accountColumns), password_hash FROM account WHERE email = ?", email) { row in
        AccountCredential(account: row.account(), passwordHash: row.text(8))
      }
    }
  }

  /// The members of a project, disabled accounts included, by account id.
  public func memberships(projectID: String) async throws(StoreError) -> [MembershipRecord] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        "SELECT \(Row.membershipColumns) FROM membership WHERE project_id = ? ORDER BY account_id", projectID
      ) { row throws(StoreError) in try row.membership() }
    }
  }

  /// The invitations of a project, or all, oldest first.
  public func invitations(projectID: String?) async throws(StoreError) -> [InvitationRecord] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.invitationColumns) FROM invitation WHERE ?1 IS NULL OR project_id = ?1 ORDER BY created_at, id
        """, projectID
      ) { row throws(StoreError) in try row.invitation() }
    }
  }

  /// The invitation whose secret has this SHA-256, whatever its state; nil when there is none.
  public func invitation(secretHash: [UInt8]) async throws(StoreError) -> InvitationRecord? {
    try await readShort { connection throws(StoreError) in
      try connection.row(
        "SELECT \(Row.invitationColumns) FROM invitation WHERE secret_hash = ?", secretHash
      ) { row throws(StoreError) in try row.invitation() }
    }
  }

  /// Puts another hash of the same password in the place of `old`, unless that was replaced meanwhile.
  public func replacePasswordHash(accountID: String, old: String, by new: String) async throws(StoreError) {
    try await write { connection throws(StoreError) in
      try connection.run(
        "UPDATE account SET password_hash = ? WHERE id = ? AND password_hash = ?", new, accountID, old)
    }
  }

  /// An account with what it may do, read in a snapshot that the caller holds.
  static func rights(of accountID: String, _ connection: Connection) throws(StoreError) -> AccountRights? {
    let account = try connection.row("SELECT \(Row.accountColumns) FROM account WHERE id = ?", accountID) {
      $0.account()
    }
    guard let account else { return nil }
    let memberships = try connection.rows(
      "SELECT \(Row.membershipColumns) FROM membership WHERE account_id = ? ORDER BY project_id", accountID
    ) { row throws(StoreError) in try row.membership() }
    return AccountRights(account: account, memberships: memberships)
  }
}
