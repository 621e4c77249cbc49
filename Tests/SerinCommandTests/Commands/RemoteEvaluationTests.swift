import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct RemoteEvaluationTests {
  private let answer: JSONValue = [
    "key": "k", "kind": "release", "isEnabled": true, "ruleId": "r_1a2b3c4d", "variation": "on",
    "reason": "ruleMatched", "properties": ["color": "green", "max": 5], "epoch": 1, "revision": 42,
  ]

  @Test(arguments: [Tokens.client, Tokens.server])
  func keyAsksTheEvaluationInterface(token: String) async throws {
    let server = try ScriptedServer(.json(200, answer))
    let words = [
      "evaluate", "k", "--user", "alice", "--device", "d1", "--attribute", "country=DE", "--attribute", "age:number=31",
    ]
    let outcome = try await run(words, environment: Tokens.variables(for: server, token: token))
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        k is on
          variation  on
          reason     ruleMatched
          rule       r_1a2b3c4d
          property   color = "green"
          property   max = 5

        """)
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == "/v1/evaluate/k")
    #expect(request.headers["authorization"] == "Bearer \(token)")
    let expected: JSONValue = [
      "context": ["userID": "alice", "deviceID": "d1", "attributes": ["country": "DE", "age": 31]]
    ]
    #expect(try request.document() == expected)
  }

  @Test func adminTokenAsksTheControlInterface() async throws {
    let server = try ScriptedServer(.json(200, ["evaluation": answer]))
    let outcome = try await run(["evaluate", "k", "--json"], environment: Tokens.variables(for: server))
    #expect(try outcome.document() == answer)
    let request = try #require(server.requests.first)
    #expect(request.target == "/api/v1/projects/shop/environments/production/flags/k/evaluate")
    #expect(try request.document() == ["context": [:], "explain": false])
  }

  @Test func explanationGoesRuleByRule() async throws {
    let entry = FlagEntry(reading: SampleRuleset.checkout, key: "new_checkout")
    let context = FlagContext(userID: "bob", attributes: ["country": "DE"])
    let explanation = CompiledFlag(entry).explain(for: context, at: Timestamp(milliseconds: 0))
    let answer: JSONValue = ["evaluation": explanation.evaluation.json, "explanation": explanation.json]
    let server = try ScriptedServer(.json(200, answer), .json(200, answer))
    let words = ["evaluate", "new_checkout", "--user", "bob", "--attribute", "country=DE", "--explain"]
    let outcome = try await run(words, environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        new_checkout is off
          variation  off
          reason     notDrawn
          rule       r_5e6f7a8b
          property   color = "blue"

        rule 1 r_1a2b3c4d "grown-ups": unknown, so not matched
          all: unknown
            country in ["DE","FR"]: true (is "DE")
            age >= 18: unknown (absent)
        rule 2 r_5e6f7a8b: matched
          rollout: userID "bob" with salt "k3J9xw2Q" draws 88092713 (88.092713 %); threshold 80000000 (80 %): not in

        """)
    #expect(try server.requests.first?.document()["explain"] == true)
    let silent = try await run(words + ["--json"], environment: Tokens.variables(for: server))
    #expect(try silent.document() == answer)
  }

  @Test func answersWithoutAValueAreExplained() async throws {
    let server = try ScriptedServer(
      .json(200, ["key": "k", "reason": "malformed"]),
      .json(200, ["key": "k", "isEnabled": false, "ruleId": "", "variation": "off", "reason": "killed"]))
    let environment = Tokens.variables(for: server, token: Tokens.client)
    let malformed = try await run(["evaluate", "k"], environment: environment)
    #expect(malformed.messages == "")
    #expect(malformed.output == "k has no answer (malformed): apps use the default in their code\n")
    let killed = try await run(["evaluate", "k"], environment: environment)
    #expect(killed.output == "k is off\n  variation  off\n  reason     killed\n")
  }

  @Test(arguments: [(Tokens.client, "client key"), (Tokens.server, "server key")])
  func explanationNeedsAnAdminToken(token: String, noun: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(
      ["evaluate", "k", "--explain"], environment: Tokens.variables(for: server, token: token))
    #expect(outcome.code == 3)
    #expect(
      outcome.messages
        == "serin: --explain needs an admin token, and a \(noun) was given: rules are shown to nobody else\n")
    #expect(server.requests.isEmpty)
  }

  @Test func keyChoosesItsOwnEnvironment() async throws {
    let server = try ScriptedServer()
    let outcome = try await run(
      ["evaluate", "k", "--environment", "staging"],
      environment: Tokens.variables(for: server, token: Tokens.client))
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: --environment cannot be chosen with a client key"))
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    (["evaluate"], "KEY is missing; or give --all, or --ruleset and --contexts"),
    (["evaluate", "k", "--ruleset", "x", "--contexts", "y"], "--contexts cannot be combined with KEY (\"k\")"),
    (["evaluate", "--contexts", "x", "--user", "a"], "--contexts cannot be combined with --user"),
    (["evaluate", "--ruleset", "x"], "KEY is missing; or give --all, or --ruleset and --contexts"),
    (["evaluate", "--ruleset", "x", "--flag", "k"], "--ruleset and --contexts go together; one of them is missing"),
    (["evaluate", "k", "--at", "tomorrow"], "--at: \"tomorrow\" is not an RFC 3339 instant"),
    (["evaluate", "k", "--flag", "x"], "--flag cannot be combined with KEY (\"k\")"),
    (["evaluate", "--ruleset=-", "--contexts=-"], "--ruleset and --contexts cannot both be standard input"),
    (["evaluate", "k", "--attribute", "age:number=x"], "--attribute age: \"x\" is not a number"),
    (["evaluate", "k", "--attribute", "a=1", "--attribute", "a=2"], "--attribute: a is given twice"),
    (["evaluate", "k", "--attribute", "userID=a"], "--attribute: userID is given with --user"),
  ])
  func wrongLineIsRefusedBeforeAnythingIsSent(words: [String], message: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(words, environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: " + message))
    #expect(server.requests.isEmpty)
  }
}
