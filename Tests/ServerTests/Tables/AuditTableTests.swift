import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct AuditTableTests {
  @Test func everyOperationThatMayChangeSomethingHasALine() async throws {
    let unsafe = Set(try await Fixture().operations.filter { !$0.method.isSafe }.map(\.id))
    #expect(unsafe.subtracting(AuditTable.operations.keys).isEmpty, "these have no line")
    #expect(Set(AuditTable.operations.keys).subtracting(unsafe).isEmpty, "these are no operations")
  }

  /// CP-10: every state change on every path leaves exactly the rows that it should, and the chain is whole afterwards.
  @Test func everyWriteLeavesExactlyItsRows() async throws {
    let shared = try await ControlWorld()
    for (id, line) in AuditTable.operations.sorted(by: { $0.key < $1.key }) {
      switch id {
      case "setUp": try await check(line, id, in: ControlWorld(hasPeople: false))
      // Every flag would be in one environment more from then on.
      case "createEnvironment": try await check(line, id, in: ControlWorld())
      default: try await check(line, id, in: shared)
      }
    }
  }

  private func check(_ line: AuditTable, _ id: String, in world: ControlWorld) async throws {
    let operation = try #require(world.operations.first { $0.id == id }, "\(id)")
    let request = try await request(for: operation, in: world)
    let watch = try await AuditWatch(world)
    let answer = await world.send(request, as: line.asker)
    #expect((200..<300).contains(answer.status), "\(id): \(answer.status) \(answer.text)")
    let found = try await watch.news()
    let expected = line.rows.flatMap { rows in
      (rows.environments.isEmpty ? ["-"] : rows.environments).map {
        "\(line.chain) \(rows.action) \(rows.object) in \($0) via \(rows.via)"
      }
    }
    #expect(found.map(\.summary).sorted() == expected.sorted(), "\(id)")
    let made = answer["account"]?["id"]?.stringValue.map { "account:\($0)" }
    let actor = world.actor(of: line.asker) ?? made
    for row in found.map(\.record) {
      let content = try #require(line.rows.first { $0.action == row.entry.action }, "\(id): \(row.entry.action)")
        .content
      #expect((row.before == nil) == (content == .creates), "\(id): \(row.before ?? "")")
      #expect((row.after == nil) == (content == .removes), "\(id): \(row.after ?? "")")
      #expect(row.before != row.after, "\(id)")
      #expect(row.entry.requestID == answer.header("x-request-id"), "\(id)")
      #expect(row.entry.reason == line.reason, "\(id)")
      #expect(row.entry.actor == actor, "\(id)")
    }
    try await again(line, id, request, in: world)
    #expect(try await watch.isWhole(), "\(id)")
  }

  /// The same request once more.
  private func again(_ line: AuditTable, _ id: String, _ request: WorldRequest, in world: ControlWorld) async throws {
    let watch = try await AuditWatch(world)
    let answer = await world.send(request, as: line.asker)
    switch line.again {
    case .more: #expect((200..<300).contains(answer.status), "\(id): \(answer.text)")
    case .nothing:
      #expect((200..<300).contains(answer.status), "\(id): \(answer.text)")
      #expect(try await watch.news().map(\.summary) == [], "\(id) again")
    case .refused:
      #expect((400..<500).contains(answer.status), "\(id): \(answer.text)")
      #expect(try await watch.news().map(\.summary) == [], "\(id) again")
    }
  }

  private func request(for operation: ControlOperation, in world: ControlWorld) async throws -> WorldRequest {
    guard operation.id == "setUp" else {
      return try await RequestTemplate.of(operation.id).request(for: operation, in: world, reason: "because")
    }
    let secret = try #require(try await world.fixture.server.people.setup.makeLink())
    return try await RequestTemplate(
      [:], #"{"secret":"\#(secret)","email":"new@example.com","name":"N","password":"\#(PeopleFixture.password)"}"#
    ).request(for: operation, in: world)
  }
}
