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
  /// When it was created, in milliseconds since 1970 UTC.
  public var createdAt: Int64
  /// When it was revoked, in milliseconds since 1970 UTC, or nil.
  public var revokedAt: Int64?

  /// Creates a record.
  public init(
    id: String, kind: TokenKind, projectID: String?, environmentID: String?, name: String, secretHash: [UInt8],
    publicValue: String?, createdAt: Int64 = 0, revokedAt: Int64? = nil
  ) {
    self.id = id
    self.kind = kind
    self.projectID = projectID
    self.environmentID = environmentID
    self.name = name
    self.secretHash = secretHash
    self.publicValue = publicValue
    self.createdAt = createdAt
    self.revokedAt = revokedAt
  }
}
