import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct InvitationsCommandTests {
  private func invitation(_ id: JSONValue, _ members: JSONObject) -> JSONValue {
    var invitation: JSONObject = [
      "id": id, "email": "bob@example.com", "root": false, "role": nil, "releases": [], "createdBy": "token:t",
      "expiresAt": "2999-01-22T09:00:00.000Z", "acceptedAt": nil, "revokedAt": nil,
    ]
    for (name, value) in members.sortedMembers { invitation[name] = value }
    return .object(invitation)
  }

  @Test func `the list says what somebody becomes and whether the link works`() async throws {
    let invitations: [JSONValue] = [
      invitation("i_1", ["role": "editor", "releases": ["staging", "production"]]),
      invitation("i_2", ["role": "viewer", "acceptedAt": "2027-01-15T09:00:00.000Z"]),
      invitation("i_3", ["releases": ["staging"], "revokedAt": "2027-01-15T09:00:00.000Z"]),
      invitation("i_4", ["role": "admin", "expiresAt": "2001-01-22T09:00:00.000Z"]),
    ]
    let server = try ScriptedServer(
      .json(200, ["invitations": .array(invitations)]), .json(200, ["invitations": []]))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["invitations", "list"], environment: environment)
    #expect(
      outcome.output == """
        ID   EMAIL            AS                                       STATE    EXPIRES                   BY
        i_1  bob@example.com  editor, releaser of staging, production  open     2999-01-22T09:00:00.000Z  token:t
        i_2  bob@example.com  viewer                                   used     2999-01-22T09:00:00.000Z  token:t
        i_3  bob@example.com  releaser of staging                      revoked  2999-01-22T09:00:00.000Z  token:t
        i_4  bob@example.com  admin                                    expired  2001-01-22T09:00:00.000Z  token:t

        """)
    #expect(server.requests.map(\.target) == ["/api/v1/projects/shop/invitations"])
    let none = try await run(["invitations", "list"], environment: environment)
    #expect(none.messages == "serin: nobody was invited yet; see \"serin help members invite\"\n")
  }

  @Test func `those to the instance are listed with --instance, and printed as they are with --json`() async throws {
    let answer: JSONValue = ["invitations": [invitation("i_1", ["root": true]), invitation("i_2", [:])]]
    let server = try ScriptedServer(.json(200, answer), .json(200, answer))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["invitations", "list", "--instance"], environment: environment)
    #expect(outcome.output.contains("  root     open") && outcome.output.contains("  account  open"))
    #expect(server.requests.map(\.target) == ["/api/v1/invitations"])
    #expect(
      try await run(["invitations", "list", "--instance", "--json"], environment: environment).document() == answer)
  }

  @Test(arguments: [([], "/api/v1/projects/shop/invitations/i_1"), (["--instance"], "/api/v1/invitations/i_1")])
  func `one is revoked with the reason`(words: [String], target: String) async throws {
    let server = try ScriptedServer(.json(204, .null))
    let outcome = try await run(
      ["invitations", "revoke", "i_1", "--reason", "wrong person"] + words,
      environment: Tokens.variables(for: server))
    #expect(outcome.output == "i_1 is revoked.\n")
    #expect(server.requests.map(\.method) == ["DELETE"] && server.requests.map(\.target) == [target])
    #expect(try server.requests.last?.document() == ["reason": "wrong person"])
  }

  @Test func `a project and the instance exclude each other`() async throws {
    let server = try ScriptedServer()
    let outcome = try await run(
      ["invitations", "list", "--instance", "--project", "shop"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 64 && server.requests.isEmpty)
  }
}
