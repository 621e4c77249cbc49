import SerinFlags
package import Store

/// What a token is narrowed to, beneath what its owner may.
package struct TokenLimits: Sendable, Hashable {
  /// What it may do at most; empty for no narrowing.
  package var scopes: [TokenScope] = []
  /// The ids of the environments that its writing is limited to; empty for no limit.
  package var environments: [String] = []
  /// From when on the token is refused, in milliseconds since 1970 UTC: nothing that it makes works longer; nil for never.
  package var expiresAt: Int64?

  /// No narrowing.
  package static let none = TokenLimits()

  /// Whether everything that other limits let through is let through by these too.
  package func covers(_ other: TokenLimits) -> Bool {
    let wanted = other.scopes.isEmpty ? [.admin] : other.scopes
    let isWideEnough = environments.isEmpty || (!other.environments.isEmpty && isSubset(other.environments))
    return wanted.allSatisfy(scopes.allows) && isWideEnough
  }

  private func isSubset(_ others: [String]) -> Bool {
    others.allSatisfy { other in environments.contains { $0.hasSameBytes(as: other) } }
  }
}
