internal import SerinFlags
internal import Store

extension Row {
  static let accountColumns = "id, email, name, is_root, version, auth_version, created_at, disabled_at"

  func account() -> AccountRecord {
    AccountRecord(
      id: text(0), email: text(1), name: text(2), isRoot: truth(3), version: integer(4), authVersion: integer(5),
      createdAt: integer(6), disabledAt: optionalInteger(7))
  }

  static let membershipColumns = "account_id, project_id, role, releases"

  func membership() throws(StoreError) -> MembershipRecord {
    let object = "membership:\(text(0))/\(text(1))"
    return MembershipRecord(
      accountID: text(0), projectID: text(1), role: try role(2, of: object), releases: try words(3, of: object))
  }

  static let invitationColumns = """
    id, purpose, secret_hash, email, is_root, project_id, role, releases, created_by, created_at, expires_at, \
    accepted_at, revoked_at
    """

  func invitation() throws(StoreError) -> InvitationRecord {
    let object = "invitation:\(text(0))"
    guard let purpose = InvitationRecord.Purpose(rawValue: text(1)) else {
      throw damaged("\(object) is for an unknown purpose")
    }
    return InvitationRecord(
      id: text(0), purpose: purpose, secretHash: blob(2), email: optionalText(3), isRoot: truth(4),
      projectID: optionalText(5), role: try role(6, of: object), releases: try words(7, of: object),
      createdBy: text(8), createdAt: integer(9), expiresAt: integer(10), acceptedAt: optionalInteger(11),
      revokedAt: optionalInteger(12))
  }

  static let sessionColumns = "id_hash, account_id, auth_version, created_at, seen_at, expires_at"

  func session() -> SessionRecord {
    SessionRecord(
      idHash: blob(0), accountID: text(1), authVersion: integer(2), createdAt: integer(3), seenAt: integer(4),
      expiresAt: integer(5))
  }

  private func role(_ column: Int32, of object: String) throws(StoreError) -> ProjectRole? {
    guard let name = optionalText(column) else { return nil }
    guard let role = ProjectRole(rawValue: name) else { throw damaged("\(object) has an unknown role") }
    return role
  }
}
