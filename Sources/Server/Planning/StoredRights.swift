import SerinFlags
import Store

/// The rights that accounts and admin tokens have in the store now.
struct StoredRights: RightsSource {
  let store: any ConfigurationStore
  /// Whose clock tells which tokens have expired.
  let keeper: RulesetKeeper

  func access(of actor: String) async throws(Problem) -> Access? {
    if let id = Self.id(of: actor, after: "account:") {
      return try await reach(ofAccount: id).map { Access(actor: actor, accountID: id, reach: $0) }
    }
    guard let id = Self.id(of: actor, after: "token:") else { return nil }
    let tokens = try await withStore { () async throws(StoreError) in try await store.tokens(projectID: nil) }
    guard let token = tokens.first(where: { $0.id.hasSameBytes(as: id) }), token.kind == .admin,
      token.isAccepted(at: keeper.now.microseconds / 1000)
    else { return nil }
    let limits = TokenLimits(scopes: token.scopes, environments: token.environments)
    if let accountID = token.accountID {
      return try await reach(ofAccount: accountID).map {
        Access(actor: actor, accountID: accountID, reach: $0, limits: limits)
      }
    }
    let own: Access.Reach =
      if let project = token.projectID { .projects([project: Access.Grant(role: .admin)]) } else { .instance }
    return Access(actor: actor, reach: own, limits: limits)
  }

  /// How far an account's rights reach; nil when it is disabled or gone.
  private func reach(ofAccount id: String) async throws(Problem) -> Access.Reach? {
    let rights = try await withStore { () async throws(StoreError) in try await store.rights(accountID: id) }
    guard let rights, rights.account.disabledAt == nil else { return nil }
    return Access.Reach(rights)
  }

  private static func id(of actor: String, after prefix: String) -> String? {
    actor.hasPrefix(prefix) ? String(actor.dropFirst(prefix.count)) : nil
  }
}
