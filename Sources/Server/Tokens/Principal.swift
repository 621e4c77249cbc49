import SerinFlags
package import Store

/// Who is asking: a token that was presented and found good.
package struct Principal: Sendable, Hashable {
  /// The token's id; the secret is never kept.
  package let tokenID: String
  /// What it may do.
  package let kind: TokenKind
  /// The project it is bound to; nil for an administrator of the instance.
  package let projectID: String?
  /// The environment it is bound to; nil for admin tokens.
  package let environmentID: String?
  /// The account that an admin token is of, which it acts for; nil for a token of its own.
  package var accountID: String?
  /// What it is narrowed to.
  package var limits = TokenLimits.none
  /// Which flags it sees; nil for all.
  var flags: FlagFilter?
  /// The origins of web pages that may use it.
  var origins: [String] = []
  /// The instant from which on it is refused, in milliseconds since 1970 UTC, or nil.
  package var expiresAt: Int64?

  /// Whether pages of an origin may use it.
  func allowsOrigin(_ origin: String) -> Bool {
    origins.contains { $0 == WebOrigin.any || $0.hasSameBytes(as: origin) }
  }

  /// How the audit log names it.
  package var actor: String { "token:\(tokenID)" }
}

/// A token that the server accepts, with what a presented one is compared against.
struct AcceptedToken: Sendable {
  enum Credential: Sendable {
    /// A public key is kept as it is.
    case publicValue([UInt8])
    /// A secret is kept as SHA-256.
    case hash([UInt8])
  }

  let principal: Principal
  let credential: Credential

  init(_ record: TokenRecord) {
    var principal = Principal(
      tokenID: record.id, kind: record.kind, projectID: record.projectID, environmentID: record.environmentID,
      accountID: record.accountID, expiresAt: record.expiresAt)
    principal.limits = TokenLimits(
      scopes: record.scopes, environments: record.environments, expiresAt: record.expiresAt)
    principal.flags = FlagFilter(record.flags)
    principal.origins = record.origins
    self.principal = principal
    credential =
      if let value = record.publicValue { .publicValue(Array(value.utf8)) } else { .hash(record.secretHash) }
  }

  /// Whether the presented token is this one, in time that does not depend on where they differ.
  func accepts(_ presented: ArraySlice<UInt8>) -> Bool {
    switch credential {
    case .publicValue(let value): ConstantTime.isEqual(value[...], presented)
    case .hash(let wanted): ConstantTime.isEqual(wanted[...], SHA256.hash(Array(presented))[...])
    }
  }
}
