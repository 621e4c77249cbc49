import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let codeReferences = "/api/v1/projects/{project}/code-references"
  private static let maximumPlaces: Int64 = 1000

  func addCodeReferences(to router: inout Router) {
    let service = CodeReferenceService(store: store)
    router.add(.get, Self.codeReferences) { request, parameters async throws(Problem) in
      let project = try keeper.state.project(parameters[0], for: administrator(request))
      return Self.answer(.object(["scans": .array(try await service.scans(of: project).map(Self.json))]))
    }
    router.add(.put, Self.codeReferences) { request, parameters async throws(Problem) in
      let principal = try administrator(request)
      let project = try keeper.state.project(parameters[0], for: principal)
      let body = try ControlBody(request, members: CodeScanUpload.members)
      let upload = try CodeScanUpload(body, projectID: project.id)
      let stored = try await service.replace(
        by: upload, in: project, by: caller(principal, request), reason: body.reason())
      return Self.answer(Self.json(stored))
    }
    router.add(.delete, Self.codeReferences) { request, parameters async throws(Problem) in
      let principal = try administrator(request)
      let project = try keeper.state.project(parameters[0], for: principal)
      let body = try ControlBody(request, members: ["repository", "branch", "reason"])
      let (repository, branch) = try CodeScanUpload.branch(of: body)
      try await service.remove(
        repository: repository, branch: branch, in: project, by: caller(principal, request), reason: body.reason())
      return HTTPResponse(status: 204, headers: [(name: "Cache-Control", value: "no-store")], body: .bytes([]))
    }
    router.add(.get, "/api/v1/projects/{project}/flags/{key}/code-references") {
      request, parameters async throws(Problem) in
      let project = try keeper.state.project(parameters[0], for: administrator(request))
      let limit = try Query(request, allowed: ["limit"]).integer("limit", in: 1...Self.maximumPlaces) ?? 100
      let found = try await withStore { () async throws(StoreError) in
        try await store.codeReferences(projectID: project.id, flagKey: parameters[1], limit: Int(limit))
      }
      return Self.answer(
        .object([
          "flag": .string(parameters[1]), "total": .number(Double(found.total)),
          "scans": .array(found.scans.map(\.json)),
        ]))
    }
  }

  /// A scan with the number and the bytes of its places.
  private static func json(_ scan: CodeScanRecord) -> JSONValue {
    var object = scan.json
    object["references"] = .number(Double(scan.references))
    object["bytes"] = .number(Double(scan.bytes))
    return .object(object)
  }
}
