import HTTP
import SerinFlags
import Store

/// Turns operations into routes: finds who asks, what the path names, and whether it is allowed.
struct OperationRouting: Sendable {
  let keeper: RulesetKeeper
  let resolver: AccessResolver
  let idempotent: IdempotentCalls

  /// Adds a route for each operation.
  func add(_ operations: [ControlOperation], to router: inout Router) {
    for operation in operations {
      let names = operation.pathParameters
      router.add(operation.method, operation.path) { request, values async throws(Problem) in
        var parameters: [String: String] = [:]
        for (index, name) in names.enumerated() { parameters[name] = values[index] }
        return try await respond(to: request, parameters, by: operation)
      }
    }
  }

  private func respond(
    to request: HTTPRequest, _ parameters: [String: String], by operation: ControlOperation
  ) async throws(Problem) -> HTTPResponse {
    let access: Access
    if operation.needs == .anybody {
      try SessionCookie.checkSite(of: request)
      access = .nobody
    } else {
      access = try await resolver.access(of: request)
    }
    let state = keeper.state
    var project: ProjectRecord?
    var place: Place?
    if let key = parameters["project"] {
      let found = try state.project(key, for: access)
      project = found
      if let key = parameters["environment"] {
        place = Place(
          project: found, environment: try state.ruleset(key, in: found).environment,
          environments: state.environments(of: found))
      }
    }
    try check(access, operation, project, place)
    let query = try Query(request, allowed: Set(operation.query.map(\.name)))
    let call = ControlCall(
      request: request, access: access, parameters: parameters, query: query, body: try body(request, operation),
      project: project, place: place)
    return try await idempotent.respond(to: call, by: operation) { () async throws(Problem) in
      try await operation.handle(call)
    }
  }

  /// The members of a JSON body; a body of another type is the handler's to read.
  private func body(_ request: HTTPRequest, _ operation: ControlOperation) throws(Problem) -> ControlBody {
    guard let body = operation.body, body.isJSON else { return ControlBody() }
    return try ControlBody(request, members: body.schema.memberNames)
  }

  /// - Throws: 403 that says who may do it.
  private func check(
    _ access: Access, _ operation: ControlOperation, _ project: ProjectRecord?, _ place: Place?
  ) throws(Problem) {
    let isAllowed =
      if let project {
        access.has(operation.needs, in: project.id, environment: place?.environment)
      } else {
        access.has(operation.needs)
      }
    guard isAllowed else { throw Problem(.forbidden, "this takes \(operation.needs.holder)") }
  }
}
