import SerinFlags
import Testing

@testable import SerinCommand

/// What a segment was, and bringing it back.
@Suite struct SegmentsHistoryCommandTests {
  private static let path = "/api/v1/projects/shop/environments/production/segments/vip/versions"

  private let versions: JSONValue = [
    [
      "version": "2.5", "at": "2027-01-15T09:00:00.000Z", "by": "account:a_1", "via": "api", "action": "segment.list",
      "reason": "import", "count": 1200,
      "changes": [
        ["path": "definition.listed.digest", "before": "aa", "after": "bb"],
        ["path": "definition.listed.count", "before": 1100, "after": 1200],
      ],
    ],
    [
      "version": "2.4", "at": "2027-01-14T09:00:00.000Z", "by": "token:t_1", "via": "api", "action": "segment.create",
      "reason": "", "count": 2,
      "changes": [["path": "definition"], ["path": "description"], ["path": "tags"]],
    ],
  ]

  @Test func `the history has a row for each version and says how to go on`() async throws {
    let server = try ScriptedServer(.json(200, ["versions": versions, "next": "2.4"]))
    let outcome = try await run(
      ["segments", "history", "vip", "--limit", "2", "--before", "2.6"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        VERSION  WHEN                      WHO          ACTION          REASON  CHANGED
        2.5      2027-01-15T09:00:00.000Z  account:a_1  segment.list    import  definition.listed.digest, definition.listed.count
        2.4      2027-01-14T09:00:00.000Z  token:t_1    segment.create          definition, description, tags

        """)
    #expect(outcome.messages == "serin: there are older versions: --before 2.4 shows them\n")
    #expect(server.requests.map(\.target) == [Self.path + "?limit=2&before=2.6"])
  }

  @Test func `a program gets the answer as it is`() async throws {
    let answer: JSONValue = ["versions": versions, "next": .null]
    let server = try ScriptedServer(.json(200, answer))
    let outcome = try await run(["segments", "history", "vip", "--json"], environment: Tokens.variables(for: server))
    #expect(try outcome.document() == answer)
    #expect(server.requests.map(\.target) == [Self.path + "?limit=20"])
  }

  @Test func `a limit that the server does not take is refused here`() async throws {
    let server = try ScriptedServer()
    let outcome = try await run(
      ["segments", "history", "vip", "--limit", "101"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages == "serin: --limit: \"101\" is not a whole number from 1 to 100\n")
    #expect(server.requests.isEmpty)
  }

  @Test func `restoring tells the new version, and believes only an answer about the segment`() async throws {
    let server = try ScriptedServer(
      .json(200, ["key": "vip", "etag": "3.6"]), .json(200, ["key": "pros", "etag": "3.6"]),
      .problem(422, "invalid", "The definition names a list that is not on this server."))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(
      ["segments", "restore", "vip", "2.4", "--reason", "wrong file"], environment: environment)
    #expect(
      outcome == Outcome(code: 0, output: "vip in production is as it was at 2.4, as version 3.6.\n", messages: ""))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.target == Self.path + "/2.4/restore")
    #expect(try request.document() == ["reason": "wrong file"])
    #expect(try await run(["segments", "restore", "vip", "2.4"], environment: environment).code == 4)
    let refused = try await run(["segments", "restore", "vip", "2.4"], environment: environment)
    #expect(refused.code == 65)
    #expect(refused.messages.contains("not on this server"))
  }

  @Test func `restoring can be planned and is told in words`() async throws {
    let change: JSONValue = ["operation": "restoreSegmentVersion", "segment": "vip", "version": "2.4"]
    let schedule: JSONValue = [
      "id": "j_1", "at": "2027-01-15T08:00:00.000Z", "environment": "production", "state": "waiting", "by": "token:t",
      "reason": "", "attempts": 0, "etag": "1", "createdAt": "2027-01-10T09:00:00.000Z", "change": change,
    ]
    let server = try ScriptedServer(.json(201, schedule))
    let outcome = try await run(
      ["schedules", "create", "restoreSegmentVersion", "vip", "--version", "2.4", "--at", "2027-01-15T08:00:00Z"],
      environment: Tokens.variables(for: server))
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(try server.requests.last?.document()["change"] == change)
    #expect(PlannedChange.words(change) == "restoreSegmentVersion vip to 2.4")
  }
}
