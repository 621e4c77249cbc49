import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct ListPagesTests {
  private static func page(_ name: String, _ keys: [String], next: JSONValue) -> ScriptedServer.Answer {
    let elements = keys.map { key -> JSONValue in ["key": .string(key), "id": .string(key)] }
    return .json(200, .object(["next": next, "total": 3, name: .array(elements)]))
  }

  @Test(arguments: [
    (["requests", "list"], "changeRequests"), (["schedules", "list"], "schedules"), (["segments", "list"], "segments"),
  ])
  func `a list is read to its end, page by page`(command: [String], name: String) async throws {
    let server = try ScriptedServer(
      Self.page(name, ["a", "b"], next: "Wy+="), Self.page(name, [], next: "Wz=="),
      Self.page(name, ["c"], next: .null))
    let outcome = try await run(command + ["--json"], environment: Tokens.variables(for: server))
    let answer = try outcome.document()
    #expect(answer[name]?.arrayValue?.compactMap { $0["key"]?.stringValue } == ["a", "b", "c"])
    #expect(answer["next"] == JSONValue.null)
    #expect(answer["total"] == 3)
    let queries = server.requests.map { $0.target.split(separator: "?").dropFirst().joined() }
    #expect(queries == ["", "after=Wy%2B%3D", "after=Wz%3D%3D"])
  }

  @Test func `a server whose list never ends is no Serin server`() async throws {
    let page = Self.page("segments", ["a"], next: "again")
    let server = try ScriptedServer(page, page, page)
    let outcome = try await run(["segments", "list"], environment: Tokens.variables(for: server))
    #expect(outcome.code != 0)
    #expect(outcome.messages.contains("goes round in circles"), "\(outcome.messages)")
  }
}
