internal import Store

extension ChangeApplication {
  /// Makes, uses or takes back a link.
  func apply(_ write: InvitationWrite, to log: inout EditLog) throws(StoreError) {
    switch write {
    case .create(let invitation): log.after.invitation = try create(invitation)
    case .accept(let id):
      let found = try invitation(id)
      if let refusal = found.refusal(at: at) { throw .refused(reason: refusal) }
      if found.purpose == .setup, try exists("SELECT 1 FROM account LIMIT 1") {
        throw .refused(reason: "this server is set up: it has an account already")
      }
      var accepted = found
      accepted.acceptedAt = at
      try connection.run("UPDATE invitation SET accepted_at = ? WHERE id = ?", at, id)
      log.before.invitation = found
      log.after.invitation = accepted
    case .revoke(let id):
      let found = try invitation(id)
      guard found.acceptedAt == nil, found.revokedAt == nil else { return }
      var revoked = found
      revoked.revokedAt = at
      try connection.run("UPDATE invitation SET revoked_at = ? WHERE id = ?", at, id)
      log.before.invitation = found
      log.after.invitation = revoked
    }
  }

  private func create(_ wanted: InvitationRecord) throws(StoreError) -> InvitationRecord {
    if let id = wanted.projectID {
      guard try exists("SELECT 1 FROM project WHERE id = ?", id) else { throw .notFound(object: "project:\(id)") }
      for environmentID in wanted.releases { try requireEnvironment(environmentID, in: id) }
    }
    let isTaken = try connection.row(
      "SELECT 1 FROM invitation WHERE id = ? OR secret_hash = ?", wanted.id, wanted.secretHash, make: { _ in true })
    if isTaken != nil { throw .duplicate(object: "invitation:\(wanted.id)") }
    var invitation = wanted
    invitation.createdAt = at
    invitation.acceptedAt = nil
    invitation.revokedAt = nil
    try connection.run(
      "INSERT INTO invitation (\(Row.invitationColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      invitation.id, invitation.purpose.rawValue, invitation.secretHash, invitation.email, invitation.isRoot,
      invitation.projectID, invitation.role?.rawValue, Self.text(of: invitation.releases), invitation.createdBy,
      invitation.createdAt, invitation.expiresAt, invitation.acceptedAt, invitation.revokedAt)
    return invitation
  }

  private func invitation(_ id: String) throws(StoreError) -> InvitationRecord {
    let found = try connection.row(
      "SELECT \(Row.invitationColumns) FROM invitation WHERE id = ?", id
    ) { row throws(StoreError) in try row.invitation() }
    guard let found else { throw .notFound(object: "invitation:\(id)") }
    return found
  }
}
