import Store

/// Knows what somebody may do now, for what they planned earlier.
protocol RightsSource: Sendable {
  /// The rights of an actor as the audit log names them; nil when they have none any more.
  func access(of actor: String) async throws(Problem) -> Access?
}

/// The rights of admin tokens that belong to no account.
struct AdminTokenRights: RightsSource {
  let store: any ConfigurationStore

  func access(of actor: String) async throws(Problem) -> Access? {
    guard actor.hasPrefix("token:") else { return nil }
    let tokens = try await withStore { () async throws(StoreError) in try await store.tokens(projectID: nil) }
    let token = tokens.first { actor.dropFirst("token:".count) == $0.id }
    guard let token, token.kind == .admin, token.revokedAt == nil else { return nil }
    let reach: Access.Reach =
      if let project = token.projectID { .projects([project: Access.Grant(role: .admin)]) } else { .instance }
    return Access(actor: actor, reach: reach)
  }
}
