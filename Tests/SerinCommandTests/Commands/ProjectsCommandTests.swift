import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct ProjectsCommandTests {
  private func projects(_ keys: String...) -> JSONValue {
    let list: [JSONValue] = keys.map { key in
      [
        "id": "p_1", "key": .string(key), "name": .string("The " + key),
        "environments": [["key": "production", "revision": 42], ["key": "staging", "revision": 7]],
      ]
    }
    return ["projects": .array(list)]
  }

  private func variables(for server: ScriptedServer) -> [String: String] {
    ["SERIN_URL": server.address, "SERIN_TOKEN": Tokens.admin]
  }

  @Test func listShowsEachEnvironment() async throws {
    let server = try ScriptedServer(.json(200, projects("shop")))
    let outcome = try await run(["projects", "list"], environment: variables(for: server))
    #expect(
      outcome.output == """
        PROJECT  NAME      ENVIRONMENT  REVISION
        shop     The shop  production   42
                           staging      7

        """)
    #expect(server.requests.map(\.target) == ["/api/v1/projects"])
  }

  @Test func onlyProjectIsTakenWithoutBeingNamed() async throws {
    let server = try ScriptedServer(.json(200, projects("shop")), .json(200, ["flags": []]))
    let outcome = try await run(["flags", "list"], environment: variables(for: server))
    #expect(outcome.code == 0)
    #expect(
      server.requests.map(\.target) == ["/api/v1/projects", "/api/v1/projects/shop/environments/production/flags"])
  }

  @Test func oneOfSeveralProjectsHasToBeNamed() async throws {
    let server = try ScriptedServer(.json(200, projects("shop", "news")))
    let outcome = try await run(["flags", "list"], environment: variables(for: server))
    #expect(outcome.code == 64)
    #expect(
      outcome.messages == "serin: which project? Give one of these with --project or SERIN_PROJECT: shop, news\n")
    #expect(server.requests.count == 1)
  }

  @Test func serverWithoutAProjectIsNotFound() async throws {
    let server = try ScriptedServer(.json(200, projects()))
    let outcome = try await run(["flags", "list"], environment: variables(for: server))
    #expect(outcome.code == 5)
  }
}
