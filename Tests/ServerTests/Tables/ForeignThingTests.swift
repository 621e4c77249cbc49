import HTTP
import SerinFlags
import Testing

@testable import Server

/// T11: what belongs to somebody else is answered as what does not exist, byte by byte.
@Suite struct ForeignThingTests {
  @Test func anotherProjectAnswersAsOneThatDoesNotExist() async throws {
    let world = try await ControlWorld()
    for operation in world.operations where operation.path.contains("{project}") {
      let request = try await RequestTemplate.of(operation.id).request(for: operation, in: world)
      // What was made for the request may be in a project of its own.
      let mine = String(request.path.split(separator: "/")[3])
      let none = String(repeating: "z", count: mine.utf8.count)
      try await expectSame(operation, request, mine, none, as: .foreign, in: world)
    }
  }

  @Test func thingsOfAnotherProjectAnswerInOnesOwnAsThoseThatDoNotExist() async throws {
    let world = try await ControlWorld()
    // Accounts are the instance's, and code and drafts may name flags that do not exist.
    let anywhere: Set = ["setMember", "findCodeReferences", "getDraft", "saveDraft", "removeDraft"]
    for operation in world.operations where operation.path.contains("{project}") && !anywhere.contains(operation.id) {
      let places = operation.path.split(separator: "/").enumerated().filter { $0.element.hasPrefix("{") }
      guard let last = places.last(where: { !["{project}", "{environment}"].contains($0.element) }) else { continue }
      var request = try await RequestTemplate.of(operation.id).request(for: operation, in: world)
      var parts = request.path.split(separator: "/").map(String.init)
      let thing = parts[last.offset]
      parts[3] = "other"
      if operation.path.contains("{environment}") { parts[5] = "live" }
      request = WorldRequest(
        method: request.method, path: "/" + parts.joined(separator: "/"), body: request.body, headers: request.headers)
      let none = thing.map { $0.isNumber ? "9" : $0.isLetter ? "z" : String($0) }.joined()
      try await expectSame(operation, request, thing, none, as: .foreign, in: world)
    }
  }

  /// T14: what was proposed for one environment does not exist in another one.
  @Test func aChangeRequestOfOneEnvironmentDoesNotExistInAnother() async throws {
    let world = try await ControlWorld()
    for operation in world.operations where operation.path.contains("{changeRequest}") {
      let request = try await RequestTemplate.of(operation.id).request(for: operation, in: world)
      let parts = request.path.split(separator: "/")
      let id = String(parts[7])
      let staging = WorldRequest(
        method: request.method, path: request.path.replacing("/production/", with: "/staging/"), body: request.body,
        headers: request.headers)
      try await expectSame(
        operation, staging, id, String(repeating: "z", count: id.utf8.count), as: .instanceToken, in: world)
    }
  }

  /// Sends a request about something, and the same about what does not exist.
  private func expectSame(
    _ operation: ControlOperation, _ request: WorldRequest, _ name: String, _ none: String, as asker: Asker,
    in world: ControlWorld
  ) async throws {
    let absent = WorldRequest(
      method: request.method, path: request.path.replacing("/\(name)", with: "/\(none)"), body: request.body,
      headers: request.headers)
    #expect(absent.path != request.path, "\(operation.id): \(request.path)")
    let there = await world.send(request, as: asker)
    let nowhere = await world.send(absent, as: asker)
    #expect(there.status == 404, "\(operation.id): \(there.status) \(there.text)")
    #expect(there.text.replacing(name, with: none) == nowhere.text, "\(operation.id)")
    #expect(there.headerLines(without: "x-request-id") == nowhere.headerLines(without: "x-request-id"))
  }
}
