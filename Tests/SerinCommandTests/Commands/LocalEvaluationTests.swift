import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct LocalEvaluationTests {
  private let ruleset: TemporaryFile

  init() throws {
    ruleset = try TemporaryFile(SampleRuleset.document().text())
  }

  private func evaluate(_ contexts: String, _ more: String...) async throws -> Outcome {
    let file = try TemporaryFile(contexts)
    return try await run(["evaluate", "--ruleset", ruleset.path, "--contexts", file.path] + more)
  }

  private func lines(_ outcome: Outcome) throws -> [JSONValue] {
    try outcome.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
  }

  @Test func eachContextAndFlagIsALineInOrder() async throws {
    let outcome = try await evaluate("{\"userID\":\"alice\"}\n{\"userID\":\"bob\"}\n")
    #expect(outcome.code == 0)
    #expect(outcome.messages.isEmpty)
    let found = try lines(outcome).map { "\($0["line"] ?? .null) \($0["key"] ?? .null)" }
    #expect(
      found == [
        "1 \"a-plain\"", "1 \"b.killed\"", "1 \"new_checkout\"", "2 \"a-plain\"", "2 \"b.killed\"",
        "2 \"new_checkout\"",
      ])
  }

  @Test func linesCarryTheWholeAnswer() async throws {
    let contexts = """
      {"userID":"bob","attributes":{"country":"DE","age":31}}
      {"userID":"alice","attributes":{"country":"DE"}}
      {"userID":"bob"}
      {}
      """
    let outcome = try await evaluate(contexts, "--flag", "new_checkout")
    let common: JSONObject = ["key": "new_checkout", "kind": "release"]
    func line(_ number: Double, _ members: JSONObject) -> JSONValue {
      .object(JSONObject(members: Array(common) + Array(members) + [("line", .number(number))]))
    }
    let on: JSONObject = [
      "isEnabled": true, "variation": "on", "properties": ["color": "green"], "reason": "ruleMatched",
    ]
    let off: JSONObject = [
      "isEnabled": false, "variation": "off", "properties": ["color": "blue"], "reason": "notDrawn",
    ]
    #expect(
      try lines(outcome) == [
        line(1, JSONObject(members: Array(on) + [("ruleId", "r_1a2b3c4d")])),
        line(2, JSONObject(members: Array(on) + [("ruleId", "r_5e6f7a8b")])),
        line(3, JSONObject(members: Array(off) + [("ruleId", "r_5e6f7a8b")])),
        line(4, JSONObject(members: Array(off) + [("ruleId", "r_5e6f7a8b")])),
      ])
  }

  @Test func killedFlagAnswersOffForEverybody() async throws {
    let outcome = try await evaluate("{}", "--flag", "b.killed")
    let expected: JSONValue = [
      "line": 1, "key": "b.killed", "kind": "killSwitch", "isEnabled": false, "variation": "off", "ruleId": "",
      "reason": "killed", "properties": [:],
    ]
    #expect(try lines(outcome) == [expected])
  }

  @Test func eitherFileMayBeStandardInput() async throws {
    let contexts = "{\"userID\":\"alice\"}\n"
    let file = try TemporaryFile(contexts)
    let plain = try await evaluate(contexts)
    let first = try await run(["evaluate", "--ruleset", ruleset.path, "--contexts", "-"], input: contexts)
    let second = try await run(
      ["evaluate", "--ruleset", "-", "--contexts", file.path], input: SampleRuleset.document().text())
    #expect(plain.output.split(separator: "\n").count == 3)
    #expect(first == plain)
    #expect(second == plain)
  }

  @Test func wrongLinesAreNamedAndTheOthersEvaluated() async throws {
    let contexts = """
      {"userID":"alice"}
      {"userID":
      {"userID":7,"colour":"red"}

      []
      {"userID":"bob"}
      """
    let outcome = try await evaluate(contexts, "--flag", "a-plain")
    #expect(outcome.code == 65)
    #expect(try lines(outcome).map { $0["line"] } == [1, 6])
    let messages = outcome.messages.split(separator: "\n").map(String.init)
    #expect(messages.count == 5)
    #expect(messages[0].hasSuffix(": 3 lines are no contexts, the others were evaluated"))
    #expect(messages[1].hasPrefix("  line 2: ") && messages[1].contains("byte 10"))
    #expect(messages[2].hasPrefix("  line 3: context.userID: "))
    #expect(messages[3].hasPrefix("  line 3: context.colour: "))
    #expect(messages[4].hasPrefix("  line 5: context: "))
  }

  @Test func wrongLinesAreAProblemDocumentForPrograms() async throws {
    let outcome = try await evaluate("nonsense\n{}\n", "--flag", "a-plain", "--json")
    #expect(outcome.code == 65)
    #expect(try lines(outcome).map { $0["line"] } == [2])
    let problem = try outcome.problem()
    #expect(problem["code"] == "invalid")
    #expect(problem["errors"]?[0]?["path"] == "line 1")
    #expect(problem["errors"]?.arrayValue?.count == 1)
  }

  @Test func onlyTheFirstProblemsOfManyAreListed() async throws {
    let outcome = try await evaluate(String(repeating: "x\n", count: 250) + "{}\n", "--flag", "a-plain")
    #expect(outcome.code == 65)
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(outcome.messages.contains("250 lines are no contexts"))
    #expect(outcome.messages.split(separator: "\n").count == 101)
  }

  @Test func longLineIsWrongAndTheNextIsRead() async throws {
    let long = String(repeating: " ", count: LocalEvaluation.lineLimit + 1)
    let outcome = try await evaluate(long + "\n{}\n", "--flag", "a-plain")
    #expect(outcome.code == 65)
    #expect(try lines(outcome).map { $0["line"] } == [2])
    #expect(outcome.messages.contains("line 1: the line is longer than 1024 KiB"))
  }

  @Test func malformedFlagAnswersSoAndLeavesItsNeighboursAlone() async throws {
    let document = SampleRuleset.document(["broken": ["kind": "nonsense"], "a-plain": SampleRuleset.plain])
    let contexts = try TemporaryFile("{}")
    let outcome = try await run(
      ["evaluate", "--ruleset", "-", "--contexts", contexts.path], input: document.text())
    #expect(outcome.code == 0)
    let found = try lines(outcome)
    #expect(found.map { $0["key"] } == ["a-plain", "broken"])
    #expect(found.last == ["line": 1, "key": "broken", "reason": "malformed"])
    #expect(outcome.messages.contains("serin: malformed: flags.broken.kind: "))
  }

  @Test func unknownFlagIsNotFound() async throws {
    let outcome = try await evaluate("{}", "--flag", "a-plain", "--flag", "nope")
    #expect(outcome.code == 5)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages == "serin: there is no flag \"nope\" in \(ruleset.path)\n")
  }

  @Test(arguments: ["{", "[]", "{\"schema\":2,\"flags\":{}}", "{\"schema\":1,\"flags\":{},\"flags\":{}}", ""])
  func fileThatIsNoRulesetIsRefused(text: String) async throws {
    let contexts = try TemporaryFile("{}")
    let outcome = try await run(["evaluate", "--ruleset", "-", "--contexts", contexts.path], input: text)
    #expect(outcome.code == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("serin: standard input is not a "))
  }

  @Test func missingFileIsNamed() async throws {
    let outcome = try await run(["evaluate", "--ruleset", ruleset.path, "--contexts", "/nonexistent"])
    #expect(
      outcome == Outcome(code: 64, output: "", messages: "serin: cannot read /nonexistent: no such file or directory\n")
    )
  }

  @Test func processReadsAndWritesTheSame() async throws {
    let contexts = (0..<2000).map { "{\"userID\":\"user-\($0)\"}\n" }.joined()
    let words = ["evaluate", "--ruleset", ruleset.path, "--contexts", "-"]
    let outcome = try Binary.run(words, input: contexts)
    #expect(outcome == (try await run(words, input: contexts)))
    #expect(outcome.output.split(separator: "\n").count == 6000)
    let drawn = try lines(outcome).filter { $0["key"] == "new_checkout" && $0["isEnabled"] == true }
    #expect((1500...1700).contains(drawn.count))
  }
}
