internal import Store

extension Row {
  static let tokenColumns = """
    id, kind, project_id, env_id, name, secret_hash, public_value, account_id, scopes, environments, expires_at, \
    last_used_day, created_at, revoked_at, flag_filter, origins
    """

  func token() throws(StoreError) -> TokenRecord {
    let object = "token:\(text(0))"
    guard let kind = TokenKind(rawValue: text(1)) else { throw damaged("\(object) is of an unknown kind") }
    let names = try words(8, of: object)
    let scopes = names.compactMap(TokenScope.init)
    // A scope left out would widen the token when it is the only one.
    guard scopes.count == names.count else { throw damaged("\(object) has an unknown scope") }
    return TokenRecord(
      id: text(0), kind: kind, projectID: optionalText(2), environmentID: optionalText(3), name: text(4),
      secretHash: blob(5), publicValue: optionalText(6), accountID: optionalText(7), scopes: scopes,
      environments: try words(9, of: object), flags: optionalText(14) == nil ? [] : try words(14, of: object),
      origins: try words(15, of: object), expiresAt: optionalInteger(10), lastUsedDay: optionalInteger(11),
      createdAt: integer(12), revokedAt: optionalInteger(13))
  }
}
