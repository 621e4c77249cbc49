import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  /// Reading the audit log.
  var auditOperations: [ControlOperation] {
    [
      ControlOperation(
        "listAudit", .get, Self.projectPath + "/audit", needs: .view, "Who changed what in a project, when and why",
        query: AuditRoute.parameters, answer: AuditRoute.answer
      ) { call async throws(Problem) in try await audit(call, chain: try call.project.id) },
      ControlOperation(
        "listInstanceAudit", .get, "/api/v1/audit", needs: .instance,
        "The same for what belongs to no project, such as accounts and the instance's admin tokens",
        query: AuditRoute.parameters, answer: AuditRoute.answer
      ) { call async throws(Problem) in try await audit(call, chain: AuditChain.instance) },
    ]
  }

  private func audit(_ call: ControlCall, chain: String) async throws(Problem) -> HTTPResponse {
    try await AuditRoute(store: store).respond(
      to: call.query, chain: chain, environments: keeper.state.rulesets.mapValues(\.environment.key))
  }
}
