/// A token to create, to change, to revoke or to let expire.
///
/// Secrets and their hashes never enter the audit log.
public enum TokenWrite: Sendable, Hashable {
  /// Creates a token. The store sets its creation time.
  case create(TokenRecord)
  /// Changes what people call the token with this id, which flags it sees, and which origins may use it.
  case edit(id: String, name: String, flags: [String], origins: [String])
  /// Revokes the token with this id; revoking a revoked one changes nothing.
  ///
  /// With `keepsAdministrator` it is refused when nobody could administer the instance any more: no other admin token of
  /// the instance is good for everything, and no account is an administrator of it.
  case revoke(id: String, keepsAdministrator: Bool = false)
  /// Lets the token with this id expire at an instant, in milliseconds since 1970 UTC; nothing happens to one that
  /// expires earlier.
  case expire(id: String, at: Int64)
}

extension TokenWrite {
  /// The texts by the names that errors have for them.
  var texts: [(name: String, text: String?)] {
    switch self {
    case .create(let token):
      [("id", token.id), ("name", token.name), ("publicValue", token.publicValue)]
        + Self.scope(flags: token.flags, origins: token.origins)
    case .edit(let id, let name, let flags, let origins):
      [("id", id), ("name", name)] + Self.scope(flags: flags, origins: origins)
    case .revoke(let id, _), .expire(let id, _): [("id", id)]
    }
  }

  private static func scope(flags: [String], origins: [String]) -> [(name: String, text: String?)] {
    flags.map { ("flags", $0) } + origins.map { ("origins", $0) }
  }
}
