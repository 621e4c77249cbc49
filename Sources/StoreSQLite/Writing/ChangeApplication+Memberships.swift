internal import SerinFlags
internal import Store

extension ChangeApplication {
  /// Sets or takes away what an account is in a project.
  func apply(_ write: MembershipWrite, to log: inout EditLog) throws(StoreError) {
    switch write {
    case .set(let membership, let mayLeaveProject):
      try set(membership, mayLeaveProject, log: &log)
    case .remove(let accountID, let projectID, let mayLeaveProject):
      guard let found = try membership(accountID, projectID) else {
        throw .notFound(object: "membership:\(accountID)/\(projectID)")
      }
      try connection.run("DELETE FROM membership WHERE account_id = ? AND project_id = ?", accountID, projectID)
      try finish(found, nil, mayLeaveProject, log: &log)
    }
  }

  private func set(_ wanted: MembershipRecord, _ mayLeaveProject: Bool, log: inout EditLog) throws(StoreError) {
    guard try exists("SELECT 1 FROM account WHERE id = ?", wanted.accountID) else {
      throw .notFound(object: "account:\(wanted.accountID)")
    }
    guard try exists("SELECT 1 FROM project WHERE id = ?", wanted.projectID) else {
      throw .notFound(object: "project:\(wanted.projectID)")
    }
    for id in wanted.releases { try requireEnvironment(id, in: wanted.projectID) }
    let found = try membership(wanted.accountID, wanted.projectID)
    guard found != wanted else { return }
    try connection.run(
      """
      INSERT INTO membership (\(Row.membershipColumns)) VALUES (?, ?, ?, ?)
      ON CONFLICT (account_id, project_id) DO UPDATE SET role = excluded.role, releases = excluded.releases
      """, wanted.accountID, wanted.projectID, wanted.role?.rawValue, Self.text(of: wanted.releases))
    try finish(found, wanted, mayLeaveProject, log: &log)
  }

  /// Checks what is left, ends the sessions of an account that was something else, and takes the change down.
  ///
  /// Links into the project that the person has not used are worth nothing from now on: they would bring back what was just
  /// taken away. Somebody who is no member any more leaves no drafts behind.
  private func finish(
    _ before: MembershipRecord?, _ after: MembershipRecord?, _ mayLeaveProject: Bool, log: inout EditLog
  ) throws(StoreError) {
    if let before, before.role == .admin, !mayLeaveProject { try refuseLosingAdmin(before) }
    // Being added ends no session: an admin of any project could sign out anybody that way, and rights are read at each use.
    if let accountID = before?.accountID {
      try connection.run("UPDATE account SET auth_version = auth_version + 1 WHERE id = ?", accountID)
      try endSessions(of: accountID)
    }
    if let membership = after ?? before {
      try connection.run(
        """
        UPDATE invitation SET revoked_at = ? WHERE project_id = ? AND accepted_at IS NULL AND revoked_at IS NULL
        AND email = (SELECT email FROM account WHERE id = ?)
        """, at, membership.projectID, membership.accountID)
    }
    if let before, after == nil {
      try connection.run(
        "DELETE FROM draft WHERE owner = ? AND project_id = ?", "account:\(before.accountID)", before.projectID)
    }
    log.before.membership = before
    log.after.membership = after
  }

  private func refuseLosingAdmin(_ before: MembershipRecord) throws(StoreError) {
    // An account that is disabled was no admin any more.
    guard try account(before.accountID)?.disabledAt == nil else { return }
    let isLeft = try exists(
      """
      SELECT 1 FROM membership AS m JOIN account AS a ON a.id = m.account_id
      WHERE m.project_id = ? AND m.role = 'admin' AND a.disabled_at IS NULL
      """, before.projectID)
    guard !isLeft else { return }
    let key = try connection.row("SELECT key FROM project WHERE id = ?", before.projectID) { $0.text(0) }
    throw .refused(reason: Self.lastAdmin(of: key ?? before.projectID))
  }

  private func membership(_ accountID: String, _ projectID: String) throws(StoreError) -> MembershipRecord? {
    try connection.row(
      "SELECT \(Row.membershipColumns) FROM membership WHERE account_id = ? AND project_id = ?", accountID, projectID
    ) { row throws(StoreError) in try row.membership() }
  }

  /// Refuses an environment that is not one of the project's.
  func requireEnvironment(_ id: String, in projectID: String) throws(StoreError) {
    let owner = try connection.row("SELECT project_id FROM environment WHERE id = ?", id) { $0.text(0) }
    guard owner?.hasSameBytes(as: projectID) == true else { throw .notFound(object: "environment:\(id)") }
  }
}
