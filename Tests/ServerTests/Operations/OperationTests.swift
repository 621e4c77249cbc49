import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct OperationTests {
  /// The operation's path with names of the fixture.
  private static func path(_ operation: ControlOperation, project: String = "shop") -> String {
    let values = ["project": project, "environment": "production", "flag": "new_checkout"]
    return operation.path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      segment.hasPrefix("{") ? values[String(segment.dropFirst().dropLast())] ?? "unknown" : String(segment)
    }.joined(separator: "/")
  }

  @Test func everyOperationHasANameOfItsOwnAndAPlaceOfItsOwn() async throws {
    let operations = (try await Fixture()).operations
    #expect(Set(operations.map(\.id)).count == operations.count)
    #expect(Set(operations.map { "\($0.method.name) \($0.path)" }).count == operations.count)
    for operation in operations {
      #expect(!operation.summary.isEmpty && !operation.summary.hasSuffix("."), "\(operation.id)")
      if operation.path.contains("{environment}") { #expect(operation.path.contains("{project}")) }
    }
  }

  @Test func nobodyIsLetInWithoutAKeyOrWithOneThatIsForSomethingElse() async throws {
    let fixture = try await Fixture()
    for operation in fixture.operations where operation.needs != .anybody {
      let path = Self.path(operation)
      #expect(await fixture.send(operation.method, path).status == 401, "\(operation.id)")
      #expect(await fixture.send(operation.method, path, token: fixture.clientKey).status == 403, "\(operation.id)")
    }
  }

  @Test func whatTakesTheInstanceIsRefusedToAnAdminOfOneProject() async throws {
    let fixture = try await Fixture()
    let token = await fixture.control(.post, "/api/v1/projects/shop/keys", #"{"kind":"admin"}"#)
    let admin = try #require(token["value"]?.stringValue)
    for operation in fixture.operations where operation.needs == .instance {
      let answer = await fixture.send(operation.method, Self.path(operation), token: admin)
      #expect(answer.status == 403, "\(operation.id)")
      #expect(answer["detail"] == "this takes an administrator of the instance")
    }
  }

  @Test func membersAndParametersThatAreNotDescribedAreRefused() async throws {
    let fixture = try await Fixture()
    for operation in fixture.operations {
      let query = await fixture.control(operation.method, Self.path(operation) + "?colour=red", "{}")
      #expect(query.status == 400, "\(operation.id)")
      guard operation.body?.isJSON == true else { continue }
      let body = await fixture.control(
        operation.method, Self.path(operation), #"{"colour":"red"}"#, headers: [("If-Match", "*")])
      #expect(body.status == 422, "\(operation.id)")
      #expect(body.faults.contains("colour"), "\(operation.id)")
    }
  }
}
