import HTTP
import Store

/// Finds out who sends a request to the control API.
struct AccessResolver: Sendable {
  let keeper: RulesetKeeper

  /// Who asks.
  /// - Throws: 401 for nobody that is known, 403 for a good key that is for something else.
  func access(of request: HTTPRequest) async throws(Problem) -> Access {
    let principal = try keeper.state.authenticator.principal(of: request, kinds: [.admin])
    let reach: Access.Reach =
      if let project = principal.projectID { .projects([project: Access.Grant(role: .admin)]) } else { .instance }
    return Access(actor: principal.actor, reach: reach)
  }
}
