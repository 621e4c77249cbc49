import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct KeysCommandTests {
  @Test(arguments: [("client", false), ("server", true)])
  func newKeyStandsAloneOnStandardOutput(kind: String, isOnlyOnce: Bool) async throws {
    let value = "srn_\(kind)_x"
    let server = try ScriptedServer(.json(201, ["id": "q3vtx2", "kind": .string(kind), "value": .string(value)]))
    let outcome = try await run(
      ["keys", "create", "--kind", kind, "--name", "ios", "--environment", "staging", "--reason", "new app"],
      environment: Tokens.variables(for: server))
    #expect(outcome.code == 0)
    #expect(outcome.output == value + "\n")
    #expect(outcome.messages.hasPrefix("serin: made a new \(kind) key for staging, id q3vtx2."))
    #expect(outcome.messages.contains("not shown again") == isOnlyOnce)
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == "/api/v1/projects/shop/keys")
    let expected: JSONValue = [
      "kind": .string(kind), "name": "ios", "environment": "staging", "reason": "new app",
    ]
    #expect(try request.document() == expected)
  }

  @Test func adminTokenHasNoEnvironment() async throws {
    let server = try ScriptedServer(.json(201, ["id": "x", "value": "srn_admin_x"]))
    let words = ["keys", "create", "--kind", "admin", "--name", "ci"]
    let outcome = try await run(words + ["--json"], environment: Tokens.variables(for: server))
    #expect(try outcome.document() == ["id": "x", "value": "srn_admin_x"])
    #expect(outcome.messages.isEmpty)
    #expect(try server.requests.first?.document() == ["kind": "admin", "name": "ci"])
    let refused = try await run(
      words + ["--environment", "production"], environment: Tokens.variables(for: server))
    #expect(refused.code == 64)
    #expect(server.requests.count == 1)
  }

  @Test func wrongKindIsNamed() async throws {
    let outcome = try await run(["keys", "create", "--kind", "root", "--name", "x"])
    #expect(outcome.code == 64)
    #expect(outcome.messages == "serin: --kind: \"root\" is not a kind of key (client, server or admin)\n")
  }

  @Test func listShowsWhatIsPublic() async throws {
    let keys: JSONValue = [
      [
        "id": "a1", "kind": "client", "name": "ios", "environment": "production", "createdAt": "2026-11-30",
        "expiresAt": "2027-06-01", "lastUsed": "2026-12-01", "revokedAt": .null, "value": "srn_client_v",
      ],
      ["id": "b2", "kind": "admin", "name": "ci", "createdAt": "2026-11-29", "revokedAt": "2026-11-30"],
    ]
    let server = try ScriptedServer(.json(200, ["keys": keys]))
    let outcome = try await run(["keys", "list"], environment: Tokens.variables(for: server))
    #expect(outcome.messages == "")
    #expect(
      outcome.output == """
        ID  KIND    NAME  ENVIRONMENT  CREATED     EXPIRES     LAST USED   REVOKED     VALUE
        a1  client  ios   production   2026-11-30  2027-06-01  2026-12-01              srn_client_v
        b2  admin   ci                 2026-11-29                          2026-11-30

        """)
    #expect(server.requests.map(\.target) == ["/api/v1/projects/shop/keys"])
  }

  @Test func revokingSendsTheReasonAndPrintsASentence() async throws {
    let server = try ScriptedServer(.json(204, .null), .json(204, .null))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["keys", "revoke", "a1", "--reason", "leaked"], environment: environment)
    #expect(outcome == Outcome(code: 0, output: "a1 is revoked.\n", messages: ""))
    let silent = try await run(["keys", "revoke", "a1", "--json"], environment: environment)
    #expect(try silent.document() == ["id": "a1", "revoked": true])
    let requests = server.requests
    #expect(requests.map(\.method) == ["DELETE", "DELETE"])
    #expect(requests.map(\.target) == Array(repeating: "/api/v1/projects/shop/keys/a1", count: 2))
    #expect(try requests.first?.document() == ["reason": "leaked"])
    #expect(requests.last?.body.isEmpty == true)
  }
}
