import HTTP
import SerinFlags
import Store

/// The control API: everything an administrator can do.
struct ControlRoutes: Sendable {
  let keeper: RulesetKeeper
  let store: any ConfigurationStore

  var flags: FlagService { FlagService(store: store, keeper: keeper) }

  func add(to router: inout Router) {
    addProjects(to: &router)
    addFlags(to: &router)
    addEvaluating(to: &router)
    addKeys(to: &router)
    addCodeReferences(to: &router)
  }

  /// Who asks, when it is an administrator.
  func administrator(_ request: HTTPRequest) throws(Problem) -> Principal {
    try keeper.state.authenticator.principal(of: request, kinds: [.admin])
  }

  /// The caller to put on record.
  func caller(_ principal: Principal, _ request: HTTPRequest) -> Caller {
    Caller(actor: principal.actor, via: "api", requestID: request.id ?? "")
  }

  /// The environment that a path names, for an administrator who may see it.
  func place(_ principal: Principal, _ projectKey: String, _ environmentKey: String) throws(Problem) -> Place {
    let state = keeper.state
    let project = try state.project(projectKey, for: principal)
    return Place(
      project: project, environment: try state.ruleset(environmentKey, in: project).environment,
      environments: state.environments(of: project))
  }

  /// A JSON answer.
  static func answer(
    _ json: JSONValue, status: Int = 200, headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [EvaluationRoutes.json, (name: "Cache-Control", value: "no-store")] + headers,
      body: .bytes(json.serialized()))
  }

  private func addProjects(to router: inout Router) {
    router.add(.get, "/api/v1/projects") { request, _ async throws(Problem) in
      let principal = try administrator(request)
      let state = keeper.state
      let projects = state.projects.filter { principal.projectID == nil || principal.projectID == $0.id }
      return Self.answer(
        .object([
          "projects": .array(
            projects.map { project in
              .object([
                "id": .string(project.id), "key": .string(project.key), "name": .string(project.name),
                "environments": .array(
                  state.environments(of: project).map {
                    .object([
                      "id": .string($0.id), "key": .string($0.key), "revision": .number(Double($0.revision)),
                    ])
                  }),
              ])
            })
        ]))
    }
    router.add(.get, "/api/v1/projects/{project}/audit") { request, parameters async throws(Problem) in
      let project = try keeper.state.project(parameters[0], for: administrator(request))
      return try await audit(request, chain: project.id)
    }
    router.add(.get, "/api/v1/audit") { request, _ async throws(Problem) in
      guard try administrator(request).projectID == nil else {
        throw Problem(.forbidden, "this takes an admin token of the instance, not of one project")
      }
      return try await audit(request, chain: AuditChain.instance)
    }
  }

  private func audit(_ request: HTTPRequest, chain: String) async throws(Problem) -> HTTPResponse {
    try await AuditRoute(store: store).respond(
      to: request, chain: chain, environments: keeper.state.rulesets.mapValues(\.environment.key))
  }
}
