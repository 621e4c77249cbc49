import SerinFlags
import Testing

@testable import SerinCommand

/// Every flag for one context.
@Suite struct AllEvaluationsTests {
  private let flags: JSONValue = [
    ["key": "a", "isEnabled": true, "ruleId": "r_1", "variation": "on", "reason": "ruleMatched"],
    ["key": "b", "isEnabled": false, "ruleId": "", "variation": "off", "reason": "killed"],
    ["key": "c", "reason": "malformed"],
  ]

  private let table = """
    FLAG  STATE  VARIATION  REASON       RULE
    a     on     on         ruleMatched  r_1
    b     off    off        killed
    c                       malformed

    """

  @Test func `an admin token asks for an instant of the past`() async throws {
    let answer: JSONValue = ["at": "2026-11-30T09:00:00.000Z", "revision": 41, "flags": flags]
    let server = try ScriptedServer(.json(200, answer), .json(200, answer))
    let words = ["evaluate", "--all", "--user", "alice", "--at", "2026-11-30T09:00:00Z"]
    let environment = Tokens.variables(for: server)
    #expect(try await run(words, environment: environment) == Outcome(code: 0, output: table, messages: ""))
    #expect(try await run(words + ["--json"], environment: environment).document() == answer)
    let request = try #require(server.requests.first)
    #expect(request.target == "/api/v1/projects/shop/environments/production/evaluate")
    let body = try request.document()
    #expect(body["context"] == ["userID": "alice"])
    #expect(
      body["at"]?.stringValue.flatMap(Timestamp.init(parsing:)) == Timestamp(parsing: "2026-11-30T09:00:00Z"))
  }

  @Test func `a key asks for now, and what is undecided is listed too`() async throws {
    let answer: JSONValue = ["epoch": 1, "revision": 42, "partial": true, "undecided": ["d"], "flags": flags]
    let server = try ScriptedServer(.json(200, answer))
    let environment = Tokens.variables(for: server, token: Tokens.client)
    let outcome = try await run(["evaluate", "--all", "--user", "alice"], environment: environment)
    #expect(outcome.output == table + "d                       undecided\n")
    #expect(server.requests.map(\.target) == ["/v1/evaluate"])
    #expect(try server.requests.first?.document() == ["context": ["userID": "alice"]])
    let past = try await run(["evaluate", "--all", "--at", "2026-11-30T09:00:00Z"], environment: environment)
    #expect(past.code == 3)
    #expect(server.requests.count == 1)
  }

  @Test func `a document decides every flag without a server`() async throws {
    let file = try TemporaryFile(SampleRuleset.document().text())
    let words = ["evaluate", "--all", "--ruleset", file.path, "--user", "bob", "--at", "2027-01-15T09:00:00Z"]
    let outcome = try await run(words)
    #expect(outcome.code == 0 && outcome.messages == "")
    #expect(
      outcome.output == """
        FLAG          STATE  VARIATION  REASON    RULE
        a-plain       off    off        default   default
        b.killed      off    off        killed
        new_checkout  off    off        notDrawn  r_5e6f7a8b

        """)
    #expect(try await run(words + ["--json"]).document()["flags"]?.arrayValue?.count == 3)
  }

  @Test(arguments: [
    (["k", "--all"], "--all cannot be combined with KEY (\"k\")"),
    (["--all", "--explain"], "--all cannot be combined with --explain"),
    (["--all", "--contexts", "x"], "--contexts cannot be combined with --all"),
  ])
  func `a wrong line is refused before anything is sent`(words: [String], message: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["evaluate"] + words, environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: " + message + "\n"))
    #expect(server.requests.isEmpty)
  }
}
