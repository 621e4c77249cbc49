import Store
import Testing

@testable import Server

extension PlanBench {
  /// Protects an environment.
  func protect(_ environment: String = "production", approvals: Int64 = 1) async throws {
    let place = try place(environment)
    var fields = EnvironmentService.Fields()
    fields.isProtected = true
    fields.approvalsNeeded = approvals
    _ = try await EnvironmentService(store: store, keeper: keeper).update(
      place.environment, fields, version: nil, in: place.project, by: person("setup"), reason: "for the test")
  }

  /// Proposes a change of production, by an admin who is called author.
  @discardableResult
  func propose(_ operation: PlannedOperation, by caller: Caller? = nil) async throws -> ChangeRequestRecord {
    let caller = if let caller { caller } else { try person("author") }
    return try await requests.propose(
      ChangeRequestService.Draft(operation: operation, title: "Half", description: "of everybody"), in: place(),
      by: caller)
  }

  /// Approves a request as it was given, by another admin.
  @discardableResult
  func approve(_ request: ChangeRequestRecord, by caller: Caller? = nil) async throws -> ChangeRequestRecord {
    let caller = if let caller { caller } else { try person("approver") }
    return try await requests.decide(
      .approve, on: request.id, contentHash: request.contentHash.hexadecimal, in: place(), by: caller, reason: "")
  }

  /// Applies a request, by its author.
  @discardableResult
  func apply(_ request: ChangeRequestRecord, by caller: Caller? = nil) async throws -> ChangeRequestRecord {
    let caller = if let caller { caller } else { try person("author") }
    return try await requests.apply(request.id, ChangeRequestService.Application(), in: place(), by: caller)
  }
}
