import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct FlagsDeletionCommandTests {
  private let nothing = ScriptedServer.Answer.json(204, .null)
  private let owner: JSONObject = [
    "id": "f_1", "state": "active", "createdAt": "2027-01-10T09:00:00.000Z", "archivedAt": .null, "deletedAt": .null,
  ]

  @Test func deletingSendsTheReasonAndWhatIsAcknowledged() async throws {
    let server = try ScriptedServer(nothing, nothing)
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["flags", "delete", "k", "--reason", "gone"], environment: environment)
    #expect(outcome.code == 0)
    #expect(outcome.output == "k is deleted from every environment.\n")
    let again = try await run(
      ["flags", "delete", "k", "--acknowledge", "recentlyUsed", "--json"], environment: environment)
    #expect(try JSONValue(parsing: Array(again.output.utf8)) == ["key": "k", "deleted": true])
    #expect(
      server.requests.map { "\($0.method) \($0.target)" } == [
        "DELETE /api/v1/projects/shop/flags/k", "DELETE /api/v1/projects/shop/flags/k?acknowledge=recentlyUsed",
      ])
    #expect(try server.requests[0].document() == ["reason": "gone"])
  }

  @Test func aFlagInUseEndsWithTwoAndTheServersWords() async throws {
    let words = "flag \"k\" was evaluated within the last 7 days by 5.2 in production"
    let server = try ScriptedServer(.problem(409, "recentlyUsed", words))
    let outcome = try await run(["flags", "delete", "k"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains(words))
  }

  @Test func acknowledgingSomethingElseIsAWrongCommandLine() async throws {
    let server = try ScriptedServer()
    let outcome = try await run(
      ["flags", "delete", "k", "--acknowledge", "all"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    ("active", "k is answered again, in every environment.\n"), ("archived", "k is there again, archived as it was.\n"),
  ])
  func undeletingSaysHowTheFlagIsNow(state: String, sentence: String) async throws {
    var answer = owner
    answer["state"] = .string(state)
    let server = try ScriptedServer(.json(200, .object(answer)))
    let outcome = try await run(
      ["flags", "undelete", "k", "--reason", "needed"], environment: Tokens.variables(for: server))
    #expect(outcome.output == sentence)
    #expect(server.requests.map(\.target) == ["/api/v1/projects/shop/flags/k/undelete"])
    #expect(try server.requests[0].document() == ["reason": "needed"])
  }

  @Test func anAnswerThatDoesNotSayThatTheFlagIsThereIsNotBelieved() async throws {
    let server = try ScriptedServer(.json(200, ["hello": "world"]))
    let outcome = try await run(["flags", "undelete", "k"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 4)
    #expect(outcome.output.isEmpty)
  }

  @Test func aKeyIsUsedAgainWithAReasonOnly() async throws {
    let server = try ScriptedServer(.json(201, ["key": "k", "document": ["rules": []]]))
    let environment = Tokens.variables(for: server)
    let words = ["flags", "create", "k", "--kind", "ops", "--owner", "w", "--reuse-key"]
    let reasonless = try await run(words, environment: environment)
    #expect(reasonless.code == 64)
    #expect(reasonless.messages.contains("--reuse-key needs --reason"))
    let outcome = try await run(
      words + ["--reason", "again", "--acknowledge", "recentlyUsed"], environment: environment)
    #expect(outcome.code == 0)
    let request = try #require(server.requests.first)
    #expect(request.target == "/api/v1/projects/shop/environments/production/flags?acknowledge=recentlyUsed")
    let body = try request.document()
    #expect(body["reuseKey"] == true)
    #expect(body["reason"] == "again")
  }

  @Test func listAsksForAStateAndShowsIt() async throws {
    let deleted: JSONValue = [
      "key": "k", "killed": false, "archived": false, "state": "deleted", "document": ["kind": "ops", "owner": "web"],
    ]
    let server = try ScriptedServer(.json(200, ["flags": [deleted]]), .json(200, ["flags": []]))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["flags", "list", "--state", "deleted"], environment: environment)
    #expect(outcome.output.contains("deleted"))
    let none = try await run(["flags", "list", "--state", "deleted"], environment: environment)
    #expect(none.messages == "serin: production has no such flags\n")
    #expect(
      server.requests.map(\.target)
        == Array(
          repeating: "/api/v1/projects/shop/environments/production/flags?state=deleted", count: 2))
  }
}
