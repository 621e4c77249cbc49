import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let collection = "/api/v1/projects/{project}/environments/{environment}/flags"

  func addFlags(to router: inout Router) {
    addReading(to: &router)
    addEditing(to: &router)
    addSwitching(to: &router)
  }

  private func addReading(to router: inout Router) {
    router.add(.get, Self.collection) { request, parameters async throws(Problem) in
      let place = try place(administrator(request), parameters[0], parameters[1])
      let includesArchived = try Query(request, allowed: ["archived"]).boolean("archived")
      let (views, epoch, revision) = try await flags.views(in: place, includesArchived: includesArchived)
      return Self.answer(
        .object([
          "epoch": .number(Double(epoch)), "revision": .number(Double(revision)),
          "flags": .array(views.map(\.json)),
        ]))
    }
    router.add(.get, Self.collection + "/{key}") { request, parameters async throws(Problem) in
      let place = try place(administrator(request), parameters[0], parameters[1])
      return Self.answer(try await flags.view(parameters[2], in: place))
    }
    router.add(.get, "/api/v1/projects/{project}/environments/{environment}/ruleset") {
      request, parameters async throws(Problem) in
      let place = try place(administrator(request), parameters[0], parameters[1])
      let (views, epoch, revision) = try await flags.views(in: place, includesArchived: false)
      return Self.answer(Self.ruleset(views, in: place, epoch: epoch, revision: revision))
    }
    router.add(.post, Self.collection + "/{key}/evaluate") { request, parameters async throws(Problem) in
      let place = try place(administrator(request), parameters[0], parameters[1])
      let body = try ControlBody(request, members: ["context", "explain"])
      return Self.answer(try evaluation(of: parameters[2], in: place, body))
    }
  }

  private func addEditing(to router: inout Router) {
    router.add(.post, Self.collection) { request, parameters async throws(Problem) in
      let principal = try administrator(request)
      let place = try place(principal, parameters[0], parameters[1])
      let body = try ControlBody(request, members: ["key", "document", "reason"])
      let view = try await flags.create(
        body.requiredString("key"), document: body.required("document"), in: place, by: caller(principal, request),
        reason: body.reason())
      return Self.answer(view, status: 201, headers: [(name: "Location", value: "\(request.path)/\(view.flag.key)")])
    }
    router.add(.put, Self.collection + "/{key}") { request, parameters async throws(Problem) in
      let principal = try administrator(request)
      let place = try place(principal, parameters[0], parameters[1])
      let body = try ControlBody(request, members: ["document", "reason"])
      return Self.answer(
        try await flags.replace(
          parameters[2], document: body.required("document"), versions: Self.versions(request), in: place,
          by: caller(principal, request), reason: body.reason()))
    }
    router.add(.post, "/api/v1/projects/{project}/environments/{environment}/apply") {
      request, parameters async throws(Problem) in
      let principal = try administrator(request)
      let place = try place(principal, parameters[0], parameters[1])
      let body = try ControlBody(request, members: ["document", "reason"])
      let (applied, revision) = try await flags.apply(
        body.required("document"), in: place, by: caller(principal, request), reason: body.reason())
      let results = applied.map {
        JSONValue.object([
          "key": .string($0.key), "result": .string($0.result.rawValue), "killed": .bool($0.isKilled),
        ])
      }
      return Self.answer(.object(["results": .array(results), "revision": .number(Double(revision))]))
    }
  }

  private func addSwitching(to router: inout Router) {
    for (action, isKilled) in [("kill", true), ("unkill", false)] {
      router.add(.post, Self.collection + "/{key}/" + action) { request, parameters async throws(Problem) in
        let principal = try administrator(request)
        let place = try place(principal, parameters[0], parameters[1])
        let reason = try ControlBody(request, members: ["reason"]).reason()
        return Self.answer(
          try await flags.setKilled(
            isKilled, parameters[2], in: place, by: caller(principal, request), reason: reason))
      }
    }
    for (action, isArchived) in [("archive", true), ("unarchive", false)] {
      router.add(.post, "/api/v1/projects/{project}/flags/{key}/" + action) {
        request, parameters async throws(Problem) in
        let principal = try administrator(request)
        let project = try keeper.state.project(parameters[0], for: principal)
        let reason = try ControlBody(request, members: ["reason"]).reason()
        try await flags.setArchived(
          isArchived, parameters[1], in: project, environments: keeper.state.environments(of: project),
          by: caller(principal, request), reason: reason)
        return Self.answer(.object(["key": .string(parameters[1]), "archived": .bool(isArchived)]))
      }
    }
  }

  /// A flag with its versions as the entity tag.
  private static func answer(
    _ view: FlagView, status: Int = 200, headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    answer(view.json, status: status, headers: headers + [(name: "ETag", value: view.versions.entityTag)])
  }

  /// The versions of `If-Match`; nil for `*`, which takes whatever is there.
  private static func versions(_ request: HTTPRequest) throws(Problem) -> FlagVersions? {
    guard let header = request.headers["if-match"] else {
      throw Problem(
        .preconditionRequired,
        "send the ETag that the edit started from as If-Match, so that nobody's change is overwritten")
    }
    if header == "*" { return nil }
    guard let versions = FlagVersions(parsing: header) else {
      throw Problem(.badRequest, "If-Match must be an ETag of this flag, such as \"3.8\", or *")
    }
    return versions
  }

  /// One flag decided for one context, with the reasons when asked for.
  private func evaluation(of key: String, in place: Place, _ body: ControlBody) throws(Problem) -> JSONValue {
    let context = try body.object["context"].map { json throws(Problem) in try EvaluationRequest.context(json) }
    let explains = body.object["explain"] ?? .bool(false)
    guard case .bool(let explains) = explains else { throw Problem(path: "explain", message: "must be true or false") }
    guard let flag = keeper.state.rulesets[place.environment.id]?.flags[key] else {
      throw Problem(
        .flagNotFound, "environment \"\(place.environment.key)\" has no flag \"\(key)\", or it is archived")
    }
    let asked = context ?? FlagContext()
    let explanation = flag.compiled.explain(for: asked)
    var answer: JSONObject = ["evaluation": explanation.evaluation.json]
    if explains { answer["explanation"] = explanation.json }
    return .object(answer)
  }

  /// The ruleset document of an environment.
  private static func ruleset(_ views: [FlagView], in place: Place, epoch: Int64, revision: Int64) -> JSONValue {
    .object([
      "schema": 1, "project": .string(place.project.key), "environment": .string(place.environment.key),
      "environmentId": .string(place.environment.id), "epoch": .number(Double(epoch)),
      "revision": .number(Double(revision)),
      "flags": .object(JSONObject(members: views.map { (name: $0.flag.key, value: .object($0.document)) })),
    ])
  }
}
