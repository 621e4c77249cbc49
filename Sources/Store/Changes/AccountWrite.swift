/// An account to create or to change.
public enum AccountWrite: Sendable, Hashable {
  /// Creates an account. The store sets its creation time and versions; the hash never enters the audit log.
  case create(AccountRecord, passwordHash: String)
  /// Changes an account.
  ///
  /// Refused when the instance would be left without an administrator; the same for a project, unless `mayLeaveProjects` says that
  /// this is meant.
  case change(id: String, AccountChange, mayLeaveProjects: Bool = false)
}

/// What to change about an account; what is nil stays as it is.
public struct AccountChange: Sendable, Hashable {
  /// What other people read.
  public var name: String?
  /// The hash of a new password.
  ///
  /// Every session of the account is over then.
  public var passwordHash: String?
  /// Whether the person is an administrator of the instance.
  public var isRoot: Bool?
  /// Whether the account is disabled.
  public var isDisabled: Bool?
  /// The version that the change is made from; nil for any.
  public var version: Int64?

  /// Creates a change.
  public init(
    name: String? = nil, passwordHash: String? = nil, isRoot: Bool? = nil, isDisabled: Bool? = nil,
    version: Int64? = nil
  ) {
    self.name = name
    self.passwordHash = passwordHash
    self.isRoot = isRoot
    self.isDisabled = isDisabled
    self.version = version
  }
}

/// What an account is in a project, to set or to take away.
///
/// Every session of the account is over then. Refused when the project would be left without an admin, unless
/// `mayLeaveProject` says that this is meant.
public enum MembershipWrite: Sendable, Hashable {
  /// Makes the account exactly this in the project.
  case set(MembershipRecord, mayLeaveProject: Bool = false)
  /// Makes the account nothing in the project.
  case remove(accountID: String, projectID: String, mayLeaveProject: Bool = false)
}

/// A link to make, to use or to take back.
public enum InvitationWrite: Sendable, Hashable {
  /// Makes a link. The store sets its creation time; the hash of its secret never enters the audit log.
  case create(InvitationRecord)
  /// Uses a link; refused when it was used, taken back or has expired, and for a set-up link when there is an account.
  case accept(id: String)
  /// Takes a link back; nothing happens when it was used or taken back already.
  case revoke(id: String)
}
