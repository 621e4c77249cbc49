import SerinFlags
import Testing

@testable import SerinCommand

/// Projects that are made, renamed and removed.
@Suite struct ProjectChangesCommandTests {
  private let project: JSONValue = [
    "id": "p_1", "key": "shop", "name": "The shop", "version": 3,
    "environments": [["key": "qa"], ["key": "production"]],
  ]

  @Test func `a project is created with its environments in their order`() async throws {
    let server = try ScriptedServer(.json(201, project))
    let outcome = try await run(
      [
        "projects", "create", "shop", "--name", "The shop", "--with-environment", "qa", "--with-environment",
        "production", "--reason", "new",
      ], environment: Tokens.variables(for: server))
    #expect(outcome == Outcome(code: 0, output: "shop is created, with qa, production.\n", messages: ""))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.target == "/api/v1/projects")
    #expect(
      try request.document() == [
        "reason": "new", "key": "shop", "name": "The shop", "environments": ["qa", "production"],
      ])
  }

  @Test func `renaming sends the version that was read`() async throws {
    var renamed = try #require(project.objectValue)
    renamed["key"] = "store"
    let server = try ScriptedServer(.json(200, project), .json(200, .object(renamed)))
    let outcome = try await run(
      ["projects", "rename", "shop", "--key", "store"], environment: Tokens.variables(for: server))
    #expect(outcome == Outcome(code: 0, output: "shop is store now, \"The shop\".\n", messages: ""))
    let requests = server.requests
    #expect(requests.map(\.method) == ["GET", "PATCH"])
    #expect(requests.map(\.target) == ["/api/v1/projects/shop", "/api/v1/projects/shop"])
    #expect(requests.last?.headers["if-match"] == "\"3\"")
    #expect(try requests.last?.document() == ["key": "store"])
  }

  @Test func `a change by somebody else in between is a conflict`() async throws {
    let server = try ScriptedServer(
      .json(200, project), .problem(412, "preconditionFailed", "it is at version 4 now; nothing was written"))
    let outcome = try await run(
      ["projects", "rename", "shop", "--name", "x"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 2)
    #expect(outcome.messages == "serin: it is at version 4 now; nothing was written\n")
  }

  @Test func `renaming to nothing new is refused before anything is sent`() async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["projects", "rename", "shop"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: nothing to change: give --key or --name\n"))
    #expect(server.requests.isEmpty)
  }

  @Test func `removing sends the reason`() async throws {
    let server = try ScriptedServer(.json(204, .null), .problem(409, "conflict", "it has flag \"a\""))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["projects", "remove", "shop", "--reason", "over"], environment: environment)
    #expect(outcome == Outcome(code: 0, output: "shop is removed; its audit log stays.\n", messages: ""))
    #expect(server.requests.first?.method == "DELETE")
    #expect(try server.requests.first?.document() == ["reason": "over"])
    #expect(try await run(["projects", "remove", "shop"], environment: environment).code == 2)
  }
}
