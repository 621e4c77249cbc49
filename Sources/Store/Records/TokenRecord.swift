/// What a token may do.
public enum TokenKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// Public: evaluates and sends events in one environment.
  case client
  /// Secret: also reads the rules of one environment.
  case server
  /// Secret: changes things through the control API.
  case admin
}

/// A key of a client or server, or an administrator's token.
public struct TokenRecord: Sendable, Hashable {
  /// The public part of the token, 16 base-32 characters.
  public var id: String
  /// What it may do.
  public var kind: TokenKind
  /// The project it is bound to; nil for an administrator of the instance.
  public var projectID: String?
  /// The environment it is bound to; nil for admin tokens.
  public var environmentID: String?
  /// What people call it.
  public var name: String
  /// SHA-256 of the whole token.
  public var secretHash: [UInt8]
  /// The whole token, for client keys, which are public; nil for secrets.
  public var publicValue: String?
  /// The account that an admin token is of: it may at most what the account may; nil for a token of its own.
  public var accountID: String?
  /// What an admin token is narrowed to, each once, in the order of ``TokenScope``; empty for no narrowing.
  public var scopes: [TokenScope]
  /// The ids of the environments that an admin token's writing is limited to, in the order of their bytes; empty for no
  /// limit.
  public var environments: [String]
  /// Which flags a client or server key sees, as keys or as beginnings of keys with `*` behind; empty for all.
  public var flags: [String]
  /// The origins of web pages that may use a client key; empty for none.
  public var origins: [String]
  /// The instant from which on it is refused, in milliseconds since 1970 UTC, or nil.
  public var expiresAt: Int64?
  /// The last day on which it was used as far as that was written down, in days since 1970 UTC, or nil.
  public var lastUsedDay: Int64?
  /// When it was created, in milliseconds since 1970 UTC.
  public var createdAt: Int64
  /// When it was revoked, in milliseconds since 1970 UTC, or nil.
  public var revokedAt: Int64?

  /// Creates a record.
  public init(
    id: String, kind: TokenKind, projectID: String?, environmentID: String?, name: String, secretHash: [UInt8],
    publicValue: String?, accountID: String? = nil, scopes: [TokenScope] = [], environments: [String] = [],
    flags: [String] = [], origins: [String] = [], expiresAt: Int64? = nil, lastUsedDay: Int64? = nil,
    createdAt: Int64 = 0, revokedAt: Int64? = nil
  ) {
    self.id = id
    self.kind = kind
    self.projectID = projectID
    self.environmentID = environmentID
    self.name = name
    self.secretHash = secretHash
    self.publicValue = publicValue
    self.accountID = accountID
    self.scopes = scopes
    self.environments = environments
    self.flags = flags
    self.origins = origins
    self.expiresAt = expiresAt
    self.lastUsedDay = lastUsedDay
    self.createdAt = createdAt
    self.revokedAt = revokedAt
  }
}

extension TokenRecord {
  /// Whether it is accepted at an instant, in milliseconds since 1970 UTC.
  public func isAccepted(at: Int64) -> Bool { revokedAt == nil && (expiresAt.map { at < $0 } ?? true) }
}
