import HTTP
import Store

/// Finds out who sends a request to the control API.
struct AccessResolver: Sendable {
  let keeper: RulesetKeeper
  let people: PeopleServices

  /// Who asks: a token when one is sent, otherwise the session of a browser.
  ///
  /// The rights of an account are read at each request, so that what was taken away is gone with the next one.
  /// - Throws: 401 for nobody that is known, 403 for a good key that is for something else, and for a request of a session that
  ///   another site's page may have made.
  func access(of request: HTTPRequest) async throws(Problem) -> Access {
    if !Self.hasToken(request), let id = SessionCookie.id(in: request.headers) {
      return try await access(ofSession: id, request)
    }
    let principal = try keeper.state.authenticator.principal(of: request, kinds: [.admin])
    guard let accountID = principal.accountID else {
      let reach: Access.Reach =
        if let project = principal.projectID { .projects([project: Access.Grant(role: .admin)]) } else { .instance }
      return Access(actor: principal.actor, reach: reach, limits: principal.limits)
    }
    let rights = try await withStore { () async throws(StoreError) in
      try await people.store.rights(accountID: accountID)
    }
    guard let rights, rights.account.disabledAt == nil else {
      throw Authenticator.unauthorized("the account of this token is disabled")
    }
    return Access(actor: principal.actor, accountID: accountID, reach: Access.Reach(rights), limits: principal.limits)
  }

  private func access(ofSession id: String, _ request: HTTPRequest) async throws(Problem) -> Access {
    guard let context = try await people.sessions.context(id: id) else {
      var problem = Authenticator.unauthorized("the session is over; sign in again")
      problem.headers.append(SessionCookie.clearing)
      throw problem
    }
    try SessionCookie.checkOrigin(of: request, sessionID: id)
    let account = context.rights.account
    return Access(
      actor: "account:\(account.id)", accountID: account.id, reach: Access.Reach(context.rights), sessionID: id)
  }

  private static func hasToken(_ request: HTTPRequest) -> Bool {
    request.headers.contains("authorization") || request.headers.contains("x-api-key")
  }
}

extension Access.Reach {
  /// How far the rights of an account reach.
  init(_ rights: AccountRights) {
    guard !rights.account.isRoot else {
      self = .instance
      return
    }
    let grants = rights.memberships.map { membership in
      (membership.projectID, Access.Grant(role: membership.role, releases: Set(membership.releases)))
    }
    self = .projects(Dictionary(grants, uniquingKeysWith: { first, _ in first }))
  }
}
