import SerinFlags
import Store

/// A token that somebody wants to have.
struct NewToken: Sendable {
  /// The longest life of a token that expires, in milliseconds: ten years.
  static let longestLifetime: Int64 = 3_653 * 86_400_000

  let kind: TokenKind
  let name: String
  /// The project; nil for a token of the instance or of an account.
  var projectID: String?
  var environmentID: String?
  /// The account that it is of; nil for a token of its own.
  var accountID: String?
  var limits = TokenLimits.none
  /// What a client or server key sees, and who may use a client key.
  var scope = KeyScope()
  /// From when on it is refused, in milliseconds since 1970 UTC; nil for never.
  var expiresAt: Int64?

  /// What is stored of it.
  /// - Throws: 422 that names the field.
  func record(of token: Token, at now: Int64) throws(Problem) -> TokenRecord {
    if let expiresAt, !((now + 1)...(now + Self.longestLifetime)).contains(expiresAt) {
      throw Problem(
        path: "expiresAt", message: "must be an instant in the next ten years, not \(Instants.text(expiresAt))")
    }
    try scope.check(for: kind)
    return TokenRecord(
      id: token.id, kind: kind, projectID: projectID, environmentID: environmentID,
      name: try PersonalData.name(name), secretHash: token.hash, publicValue: kind == .client ? token.text : nil,
      accountID: accountID, scopes: TokenScope.allCases.filter(limits.scopes.contains),
      environments: limits.environments, flags: try FlagFilter.checked(scope.flags),
      origins: try WebOrigin.checked(scope.origins), expiresAt: expiresAt)
  }

  /// The scopes by their names.
  /// - Throws: 422 that names the one that is wrong.
  static func scopes(_ names: [String]) throws(Problem) -> [TokenScope] {
    var scopes: [TokenScope] = []
    for (index, name) in names.enumerated() {
      guard let scope = TokenScope(rawValue: name) else {
        let allowed = TokenScope.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(path: "scopes[\(index)]", message: "\"\(name)\" is not one of: \(allowed)")
      }
      scopes.append(scope)
    }
    return scopes
  }
}
