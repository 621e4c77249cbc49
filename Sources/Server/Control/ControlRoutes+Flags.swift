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
      let contents = try await flags.contents(of: place, includesArchived: includesArchived)
      return Self.answer(
        .object([
          "epoch": .number(Double(contents.epoch)), "revision": .number(Double(contents.revision)),
          "flags": .array(contents.flags.map(\.json)),
        ]))
    }
    router.add(.get, Self.collection + "/{key}") { request, parameters async throws(Problem) in
      let place = try place(administrator(request), parameters[0], parameters[1])
      return Self.answer(try await flags.view(parameters[2], in: place))
    }
    router.add(.get, "/api/v1/projects/{project}/environments/{environment}/ruleset") {
      request, parameters async throws(Problem) in
      let place = try place(administrator(request), parameters[0], parameters[1])
      let includesArchived = try Query(request, allowed: ["archived"]).boolean("archived")
      let contents = try await flags.contents(of: place, includesArchived: includesArchived)
      return Self.answer(contents.ruleset(of: place))
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
      let body = try ControlBody(request, members: ["document", "removeSegments", "reason"])
      let document = try FlagService.document(body.required("document"), for: place, isWhole: false)
      let applied = try await flags.apply(
        FlagService.Application(
          place: place, document: document,
          removedSegments: FlagService.removedSegments(body.object["removeSegments"], besides: document),
          caller: caller(principal, request), reason: body.reason()))
      return Self.answer(applied.json)
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
}
