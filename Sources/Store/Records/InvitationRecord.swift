/// A link that can be used once to become an account.
public struct InvitationRecord: Sendable, Hashable {
  /// What a link is for.
  public enum Purpose: String, Sendable, Hashable, CaseIterable {
    /// The first account of an instance, an administrator of it; works only while there is no account.
    case setup
    /// An account for somebody who was invited.
    case account
  }

  /// `i_` and 16 base-32 characters.
  public var id: String
  /// What it is for.
  public var purpose: Purpose
  /// SHA-256 of the secret in the link.
  public var secretHash: [UInt8]
  /// The address of whoever is invited; nil for a set-up link.
  public var email: String?
  /// Whether the account will be an administrator of the instance.
  public var isRoot: Bool
  /// The project that the account will belong to; nil for none.
  public var projectID: String?
  /// The role in that project; nil for none.
  public var role: ProjectRole?
  /// The ids of that project's environments that the account will release, in the order of their bytes.
  public var releases: [String]
  /// Who made it, as the audit log names them.
  public var createdBy: String
  /// When it was made, in milliseconds since 1970 UTC.
  public var createdAt: Int64
  /// The instant from which on it is refused, in milliseconds since 1970 UTC.
  public var expiresAt: Int64
  /// When it was used, in milliseconds since 1970 UTC, or nil.
  public var acceptedAt: Int64?
  /// When it was taken back, in milliseconds since 1970 UTC, or nil.
  public var revokedAt: Int64?

  /// Creates a record.
  public init(
    id: String, purpose: Purpose, secretHash: [UInt8], email: String?, isRoot: Bool, projectID: String? = nil,
    role: ProjectRole? = nil, releases: [String] = [], createdBy: String, createdAt: Int64 = 0, expiresAt: Int64,
    acceptedAt: Int64? = nil, revokedAt: Int64? = nil
  ) {
    self.id = id
    self.purpose = purpose
    self.secretHash = secretHash
    self.email = email
    self.isRoot = isRoot
    self.projectID = projectID
    self.role = role
    self.releases = releases
    self.createdBy = createdBy
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.acceptedAt = acceptedAt
    self.revokedAt = revokedAt
  }
}

extension InvitationRecord {
  /// Why the link no longer works at an instant, for a person; nil while it works.
  ///
  /// - Parameter at: The instant, in milliseconds since 1970 UTC.
  package func refusal(at: Int64) -> String? {
    if revokedAt != nil { return "the link was taken back" }
    if acceptedAt != nil { return "the link was used already" }
    return expiresAt <= at ? "the link has expired" : nil
  }
}
