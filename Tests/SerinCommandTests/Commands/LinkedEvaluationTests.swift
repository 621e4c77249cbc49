import SerinFlags
import Testing

@testable import SerinCommand

/// Local evaluation of flags that depend on others, on segments and on the time.
@Suite struct LinkedEvaluationTests {
  private func ask(_ words: String...) async throws -> Outcome {
    try await run(["evaluate"] + words + ["--ruleset", "-"], input: SampleRuleset.linked.text())
  }

  @Test func oneFlagIsDecidedWithItsPrerequisitesSegmentsAndDraws() async throws {
    let outcome = try await ask("shop", "--user", "alice", "--at", "2027-01-02T00:00:00Z", "--explain")
    #expect(outcome.code == 0)
    #expect(outcome.messages.isEmpty)
    #expect(
      outcome.output == """
        shop is on
          variation  on
          reason     ruleMatched
          rule       r_00000002

        requires that pay is on: met (it serves on and is on)
        rule 1 r_00000002: matched
          segment trial: true
            all: true
              segment staff: true
                userID or deviceID is one of 2 ids: true
              80 % by userID or deviceID: true (userID "alice" with salt "k3J9xw2Q" draws 69532411 (69.532411 %); \
        threshold 80000000 (80 %))
              now is after 2027-01-01T00:00:00Z: true
        rule 2 r_00000003: not reached

        """)
  }

  @Test(arguments: [
    ("alice", "2026-12-31T23:59:59.999Z", "notDrawn"), ("alice", "2027-01-01T00:00:00Z", "ruleMatched"),
    ("bob", "2027-01-15T08:59:59Z", "notDrawn"), ("bob", "2027-01-15T10:00:00+01:00", "ruleMatched"),
    ("carol", "2027-02-01T00:00:00Z", "prerequisiteFailed"),
  ])
  func theTimeIsTheOneThatIsGiven(user: String, at: String, reason: String) async throws {
    let outcome = try await ask("shop", "--user", user, "--at", at, "--json")
    #expect(try outcome.document()["reason"] == .string(reason))
  }

  @Test func manyContextsAreDecidedTheSameWay() async throws {
    let contexts = try TemporaryFile("{\"userID\":\"alice\"}\n{\"userID\":\"carol\"}\n")
    let outcome = try await ask(
      "--contexts", contexts.path, "--flag", "shop", "--at", "2027-01-02T00:00:00Z", "--explain")
    #expect(outcome.code == 0)
    let lines = try outcome.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(lines.map { $0["line"] } == [1, 2])
    #expect(lines.map { $0["reason"] } == ["ruleMatched", "prerequisiteFailed"])
    #expect(lines[1]["explanation"]?["prerequisites"]?[0]?["isMet"] == false)
  }

  @Test func whatNobodyRecordedIsUndecided() async throws {
    let outcome = try await ask("memory", "--user", "alice", "--explain")
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        memory has no answer (undecided): apps use the default in their code

        rule 1 r_00000004: undecided
          segment saw: unknown
            has seen shop within 30 days: undecided

        """)
  }

  @Test func aSegmentThatIsMissingMakesItsFlagMalformed() async throws {
    var document = try #require(SampleRuleset.linked.objectValue)
    document["segments"] = nil
    let outcome = try await run(
      ["evaluate", "pay", "--ruleset", "-", "--user", "alice"], input: JSONValue.object(document).text())
    #expect(outcome.output == "pay has no answer (malformed): apps use the default in their code\n")
    #expect(outcome.messages.contains("serin: malformed: "))
    #expect(outcome.messages.contains("staff"))
  }

  @Test func anUnknownFlagIsNotFound() async throws {
    let outcome = try await ask("nobody", "--user", "alice")
    #expect(outcome.code == 5)
    #expect(outcome.messages == "serin: there is no flag \"nobody\" in the ruleset\n")
  }

  @Test func keysAskNoServerForAnotherTime() async throws {
    let server = try ScriptedServer()
    let outcome = try await run(
      ["evaluate", "k", "--at", "2027-01-15T09:00:00Z"],
      environment: Tokens.variables(for: server, token: Tokens.client))
    #expect(outcome.code == 3)
    #expect(outcome.messages.hasPrefix("serin: --at needs an admin token"))
    #expect(server.requests.isEmpty)
  }

  @Test func anAdministratorAsksForIt() async throws {
    let server = try ScriptedServer(.json(200, ["evaluation": ["key": "k", "reason": "malformed"]]))
    _ = try await run(
      ["evaluate", "k", "--at", "2027-01-15T10:00:00+01:00"], environment: Tokens.variables(for: server))
    #expect(try server.requests.first?.document()["at"] == "2027-01-15T09:00:00Z")
  }
}
