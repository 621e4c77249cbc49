/// Somebody being signed in in one browser.
public struct SessionRecord: Sendable, Hashable {
  /// SHA-256 of the session's id, which only the browser has.
  public var idHash: [UInt8]
  /// Whose session it is.
  public var accountID: String
  /// The account's ``AccountRecord/authVersion`` when it was opened.
  public var authVersion: Int64
  /// When it was opened, in milliseconds since 1970 UTC.
  public var createdAt: Int64
  /// When it was last used as far as that was written down, in milliseconds since 1970 UTC.
  public var seenAt: Int64
  /// The instant from which on it is over whatever happens, in milliseconds since 1970 UTC.
  public var expiresAt: Int64

  /// Creates a record.
  public init(
    idHash: [UInt8], accountID: String, authVersion: Int64, createdAt: Int64, seenAt: Int64, expiresAt: Int64
  ) {
    self.idHash = idHash
    self.accountID = accountID
    self.authVersion = authVersion
    self.createdAt = createdAt
    self.seenAt = seenAt
    self.expiresAt = expiresAt
  }
}

/// A session with the rights of its account, read at one instant.
public struct SessionContext: Sendable, Hashable {
  /// The session.
  public var session: SessionRecord
  /// Its account and what that may do.
  public var rights: AccountRights

  /// Creates a context.
  public init(session: SessionRecord, rights: AccountRights) {
    self.session = session
    self.rights = rights
  }
}
