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
    principal = Principal(
      tokenID: record.id, kind: record.kind, projectID: record.projectID, environmentID: record.environmentID)
    credential =
      if let value = record.publicValue { .publicValue(Array(value.utf8)) } else { .hash(record.secretHash) }
  }

  /// Whether the presented token is this one, in time that does not depend on where they differ.
  func accepts(_ presented: ArraySlice<UInt8>) -> Bool {
    switch credential {
    case .publicValue(let value): Self.isEqual(value[...], presented)
    case .hash(let wanted): Self.isEqual(wanted[...], SHA256.hash(Array(presented))[...])
    }
  }

  private static func isEqual(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0 as UInt8) { $0 | $1.0 ^ $1.1 } == 0
  }
}
