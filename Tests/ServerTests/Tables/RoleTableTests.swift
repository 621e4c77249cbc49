import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct RoleTableTests {
  @Test func everyOperationHasARowAndEveryRowAnOperation() async throws {
    let operations = Set(try await Fixture().operations.map(\.id))
    #expect(operations.subtracting(RoleTable.rows.keys).isEmpty, "these have no row")
    #expect(Set(RoleTable.rows.keys).subtracting(operations).isEmpty, "these are no operations")
    #expect(Set(RoleTable.protectedRows.keys).subtracting(operations).isEmpty, "these are no operations")
    let unsafe = Set(AuditTable.operations.keys)
    #expect(unsafe.subtracting(RoleTable.protectedRows.keys) == RoleTable.unaffectedByProtection)
    #expect(RoleTable.unaffectedByProtection.isDisjoint(with: RoleTable.protectedRows.keys))
    let templates = Set(RequestTemplate.ofFlags.keys).union(RequestTemplate.ofPeople.keys)
    #expect(templates.subtracting(operations).isEmpty, "these are no operations")
  }

  /// These end the sessions of those who ask, or make what every other row would have to write.
  private static let alone: Set = [
    "signIn", "signOut", "signOutEverywhere", "changePassword", "createProject", "createEnvironment",
    "removeEnvironment",
  ]

  /// T11: the roles, scopes and keys, for every operation.
  @Test func whoMayDoSomethingMayAndNobodyElse() async throws {
    let shared = try await ControlWorld()
    for (id, row) in RoleTable.rows.sorted(by: { $0.key < $1.key }) {
      let world = Self.alone.contains(id) ? try await ControlWorld() : shared
      // What is asked for by those who may remove it has flags here; what removing does, the audit table tells.
      let template = id == "removeProject" || id == "setUp" ? RequestTemplate() : RequestTemplate.of(id)
      try await check(id, row, in: world) { operation in try await template.request(for: operation, in: world) }
    }
  }

  @Test func whoMayDoSomethingInAProtectedEnvironmentMayAndNobodyElse() async throws {
    let world = try await ControlWorld()
    for (id, row) in RoleTable.protectedRows.sorted(by: { $0.key < $1.key }) {
      try await check(id, row, in: world) { operation in
        await world.make(.patch, "/environments/production", #"{"protected":false,"reason":"planned"}"#)
        let request = try await RequestTemplate.of(id).request(for: operation, in: world, reason: "planned")
        await world.make(.patch, "/environments/production", #"{"protected":true,"reason":"planned"}"#)
        return request
      }
    }
  }

  /// Has everybody ask in turn, and compares what they get with their cells; a refusal leaves no row in the audit log.
  private func check(
    _ id: String, _ row: String, in world: ControlWorld, _ make: (ControlOperation) async throws -> WorldRequest
  ) async throws {
    let operation = try #require(world.operations.first { $0.id == id }, "\(id)")
    let cells = row.filter { $0 != " " }
    try #require(cells.count == Asker.allCases.count, "\(id)")
    var untouched: WorldRequest?
    for (asker, cell) in zip(Asker.allCases, cells) {
      let request = if let untouched { untouched } else { try await make(operation) }
      let before = try await world.auditHeads()
      let answer = await world.send(request, as: asker)
      #expect(Self.cell(answer.status) == cell, "\(id) by \(asker): \(answer.status) \(answer.text)")
      guard !(200..<300).contains(answer.status) else {
        untouched = nil
        continue
      }
      untouched = request
      #expect(try await world.auditHeads() == before, "\(id) by \(asker), which was refused, left a row")
      #expect(answer["code"]?.stringValue?.isEmpty == false, "\(id) by \(asker)")
    }
  }

  private static func cell(_ status: Int) -> Character {
    switch status {
    case 200..<300: "+"
    case 401: "1"
    case 403: "3"
    case 404: "4"
    case 422: "2"
    case 409: "9"
    default: "?"
    }
  }
}
