internal import SerinFlags

extension AuditDocument {
  /// An account as the audit log has it.
  static func object(_ account: AccountRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("authVersion", account.authVersion)
    object.add("disabledAt", account.disabledAt)
    object.add("email", account.email)
    object.add("id", account.id)
    object.add("name", account.name)
    object.add("root", account.isRoot)
    object.add("version", account.version)
    return object
  }

  /// A membership as the audit log has it.
  static func object(_ membership: MembershipRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("account", membership.accountID)
    object.add("project", membership.projectID)
    object.add("releases", texts: membership.releases)
    object.add("role", membership.role?.rawValue)
    return object
  }

  /// An invitation as the audit log has it.
  static func object(_ invitation: InvitationRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("acceptedAt", invitation.acceptedAt)
    object.add("email", invitation.email)
    object.add("expiresAt", invitation.expiresAt)
    object.add("id", invitation.id)
    object.add("project", invitation.projectID)
    object.add("purpose", invitation.purpose.rawValue)
    object.add("releases", texts: invitation.releases)
    object.add("revokedAt", invitation.revokedAt)
    object.add("role", invitation.role?.rawValue)
    object.add("root", invitation.isRoot)
    return object
  }

  /// A token as the audit log has it.
  ///
  /// The day of its last use is left out, since nobody changed that.
  static func object(_ token: TokenRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("account", token.accountID)
    object.add("environment", token.environmentID)
    object.add("environments", texts: token.environments)
    object.add("expiresAt", token.expiresAt)
    object.add("flags", texts: token.flags)
    object.add("id", token.id)
    object.add("kind", token.kind.rawValue)
    object.add("name", token.name)
    object.add("origins", texts: token.origins)
    object.add("project", token.projectID)
    object.add("revokedAt", token.revokedAt)
    object.add("scopes", texts: token.scopes.map(\.rawValue))
    return object
  }
}
