/// A person who can sign in.
///
/// What the password is compared with is not part of the record.
public struct AccountRecord: Sendable, Hashable {
  /// `a_` and 16 base-32 characters.
  public var id: String
  /// The address that the person signs in with, unique in the store; letters of ASCII are lower case.
  public var email: String
  /// What other people read.
  public var name: String
  /// Whether the person is an administrator of the instance.
  public var isRoot: Bool
  /// Grows by one with every change of these fields; starts at 1.
  public var version: Int64
  /// Grows by one with every change of password or rights; a session that was opened under a lower number is over.
  public var authVersion: Int64
  /// When it was created, in milliseconds since 1970 UTC.
  public var createdAt: Int64
  /// When it was disabled, in milliseconds since 1970 UTC, or nil.
  public var disabledAt: Int64?

  /// Creates a record.
  public init(
    id: String, email: String, name: String, isRoot: Bool = false, version: Int64 = 1, authVersion: Int64 = 1,
    createdAt: Int64 = 0, disabledAt: Int64? = nil
  ) {
    self.id = id
    self.email = email
    self.name = name
    self.isRoot = isRoot
    self.version = version
    self.authVersion = authVersion
    self.createdAt = createdAt
    self.disabledAt = disabledAt
  }
}

/// An account together with what its password is compared with.
public struct AccountCredential: Sendable, Hashable {
  /// The account.
  public var account: AccountRecord
  /// The hash of the password in the PHC string format.
  public var passwordHash: String

  /// Creates a credential.
  public init(account: AccountRecord, passwordHash: String) {
    self.account = account
    self.passwordHash = passwordHash
  }
}

/// An account with all that it may do, read at one instant.
public struct AccountRights: Sendable, Hashable {
  /// The account.
  public var account: AccountRecord
  /// What it is in projects, by project id.
  public var memberships: [MembershipRecord]

  /// Creates rights.
  public init(account: AccountRecord, memberships: [MembershipRecord]) {
    self.account = account
    self.memberships = memberships
  }
}
