import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct FlagsApplyCommandTests {
  private let target = "/api/v1/projects/shop/environments/production"

  @Test func documentIsSentWholeAndTheResultsArePrinted() async throws {
    let results: JSONValue = [
      ["key": "a-plain", "result": "created", "killed": false],
      ["key": "b.killed", "result": "unchanged", "killed": true],
      ["key": "new_checkout", "result": "replaced", "killed": false],
    ]
    let server = try ScriptedServer(.json(200, ["results": results, "revision": 43]))
    let file = try TemporaryFile(SampleRuleset.document().text())
    let outcome = try await run(
      ["flags", "apply", file.path, "--reason", "release 5.2"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        RESULT     FLAG          NOTE
        created    a-plain
        unchanged  b.killed      killed
        replaced   new_checkout

        """)
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == target + "/apply")
    let body = try request.document()
    #expect(body["reason"] == "release 5.2")
    #expect(body.objectValue?.count == 2)
    let sent = try RulesetDocument(json: try #require(body["document"]), mode: .write)
    #expect(try sent == Self.named(SampleRuleset.document()))
  }

  @Test func standardInputAndJSONWork() async throws {
    let answer: JSONValue = ["results": [], "revision": 1]
    let server = try ScriptedServer(.json(200, answer))
    let outcome = try await run(
      ["flags", "apply", "-", "--json"], environment: Tokens.variables(for: server),
      input: SampleRuleset.document([:]).text())
    #expect(outcome.code == 0)
    #expect(try outcome.document() == answer)
    #expect(outcome.messages.isEmpty)
  }

  @Test func everyProblemIsListedBeforeAnythingIsSent() async throws {
    let document = SampleRuleset.document([
      "bad key": SampleRuleset.plain,
      "f": [
        "kind": "release", "owner": "web", "off": "off", "default": "nope", "colour": 1,
        "variations": ["off": ["enabled": false], "on": ["enabled": true]],
        "rules": [["id": "r_00000001", "rollout": ["percent": 120, "salt": "s"], "serve": "on"]],
      ],
    ])
    let server = try ScriptedServer()
    let outcome = try await run(
      ["flags", "apply", "-"], environment: Tokens.variables(for: server), input: document.text())
    #expect(outcome.code == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("serin: standard input is not a valid ruleset document: 4 problems\n"))
    for path in [
      "bad key", "flags.f.default: ", "flags.f.colour: ", "flags.f.rules[0].rollout.percent: 120 is not between",
    ] {
      #expect(outcome.messages.contains(path))
    }
    #expect(server.requests.isEmpty)
    let silent = try await run(
      ["flags", "apply", "-", "--json"], environment: Tokens.variables(for: server), input: document.text())
    #expect(try silent.problem()["errors"]?.arrayValue?.count == 4)
  }

  @Test func dryRunComparesAndSendsNothing() async throws {
    var changed = try #require(SampleRuleset.checkout.objectValue)
    changed["owner"] = "shop"
    changed["rules"] = []
    var released = try #require(SampleRuleset.killed.objectValue)
    released["killed"] = false
    let current = SampleRuleset.document([
      "new_checkout": .object(changed), "b.killed": SampleRuleset.killed, "z-other": SampleRuleset.plain,
    ])
    let document = SampleRuleset.document([
      "new_checkout": SampleRuleset.checkout, "b.killed": .object(released), "a-plain": SampleRuleset.plain,
    ])
    let flags: JSONValue = ["flags": [["key": "b.killed", "archived": false]]]
    let server = try ScriptedServer(
      .json(200, current), .json(200, flags), .json(200, current), .json(200, flags))
    let words = ["flags", "apply", "-", "--dry-run"]
    let environment = Tokens.variables(for: server)
    let outcome = try await run(words, environment: environment, input: document.text())
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        RESULT     FLAG          CHANGES       NOTE
        created    a-plain
        unchanged  b.killed                    stays killed
        replaced   new_checkout  owner, rules

        """)
    #expect(outcome.messages == "serin: dry run: nothing was changed. Flags that the document does not mention: 1\n")
    let silent = try await run(words + ["--json"], environment: environment, input: document.text())
    let expected: JSONValue = [
      "dryRun": true,
      "results": [
        ["key": "a-plain", "result": "created", "killed": false, "changes": []],
        ["key": "b.killed", "result": "unchanged", "killed": true, "changes": []],
        ["key": "new_checkout", "result": "replaced", "killed": false, "changes": ["owner", "rules"]],
      ],
      "segments": [],
    ]
    #expect(try silent.document() == expected)
    #expect(server.requests.map(\.method) == ["GET", "GET", "GET", "GET"])
    let asked = [target + "/ruleset", target + "/flags?archived=true"]
    #expect(server.requests.map(\.target) == asked + asked)
  }

  @Test func dryRunTellsThatAKeyIsTakenByAnArchivedFlag() async throws {
    let server = try ScriptedServer(
      .json(200, RulesetDocument().json), .json(200, ["flags": [["key": "a-plain", "archived": true]]]))
    let outcome = try await run(
      ["flags", "apply", "-", "--dry-run"], environment: Tokens.variables(for: server),
      input: SampleRuleset.document().text())
    #expect(outcome.code == 2)
    #expect(outcome.messages.contains("\"a-plain\" is archived"))
  }

  @Test func documentOfAnotherEnvironmentNeedsTheOption() async throws {
    let document = SampleRuleset.document([:], environment: "staging").text()
    let server = try ScriptedServer(.json(200, ["results": []]))
    let environment = Tokens.variables(for: server)
    let refused = try await run(["flags", "apply", "-"], environment: environment, input: document)
    #expect(refused.code == 65)
    #expect(
      refused.messages == """
        serin: the document is for the environment "staging", not "production"; to apply it there all the same, \
        give --environment production

        """)
    #expect(server.requests.isEmpty)
    let meant = try await run(
      ["flags", "apply", "-", "--environment", "production"], environment: environment, input: document)
    #expect(meant.code == 0)
    #expect(server.requests.map(\.target) == [target + "/apply"])
  }

  @Test func exportedDocumentCanBeAppliedAsItIs() async throws {
    let document = SampleRuleset.document(environment: "production")
    let server = try ScriptedServer(.json(200, document), .json(200, ["results": []]))
    let environment = Tokens.variables(for: server)
    let exported = try await run(["flags", "export"], environment: environment)
    #expect(exported.code == 0)
    #expect(try exported.document() == document)
    #expect(exported.output.hasPrefix("{\n  \"environment\": \"production\","))
    let applied = try await run(["flags", "apply", "-"], environment: environment, input: exported.output)
    #expect(applied.code == 0)
    #expect(server.requests.map(\.target) == [target + "/ruleset", target + "/apply"])
    let sent = try #require(server.requests.last?.document()["document"])
    #expect(try RulesetDocument(json: sent, mode: .write) == Self.named(document))
  }

  /// The document with the place that it is sent to: the server refuses one that names another.
  @Test func segmentsAreSentRemovedAndReported() async throws {
    let answer: JSONValue = [
      "results": [["key": "pay", "result": "unchanged", "killed": false]],
      "segments": [["key": "staff", "result": "replaced"], ["key": "old", "result": "removed"]], "revision": 7,
    ]
    let server = try ScriptedServer(.json(200, answer))
    let outcome = try await run(
      ["flags", "apply", "-", "--remove-segment", "old"], environment: Tokens.variables(for: server),
      input: SampleRuleset.linked.text())
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        RESULT     FLAG           NOTE
        unchanged  pay
        replaced   segment staff
        removed    segment old

        """)
    let body = try #require(try server.requests.first?.document())
    #expect(body["removeSegments"] == ["old"])
    #expect(body["document"]?["segments"]?["staff"] == ["list": ["alice", "bob"]])
  }

  @Test func dryRunShowsSegmentsAndWhatWouldBeRefused() async throws {
    var changed = try #require(SampleRuleset.linked.objectValue)
    changed["segments"] = ["staff": ["list": ["carol"]], "old": ["list": []]]
    changed["flags"] = [:]
    let flags: JSONValue = ["flags": []]
    let server = try ScriptedServer(
      .json(200, .object(changed)), .json(200, flags), .json(200, SampleRuleset.linked))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(
      ["flags", "apply", "-", "--dry-run", "--remove-segment", "old", "--json"], environment: environment,
      input: SampleRuleset.linked.text())
    #expect(
      try outcome.document()["segments"] == [
        ["key": "saw", "result": "created"], ["key": "staff", "result": "replaced"],
        ["key": "trial", "result": "created"], ["key": "old", "result": "removed"],
      ])
    let refused = try await run(
      ["flags", "apply", "-", "--dry-run", "--remove-segment", "staff"], environment: environment,
      input: #"{"schema":1,"flags":{}}"#)
    #expect(refused.code == 65)
    #expect(refused.messages.contains("flags.pay.rules[0].when.segment: "))
  }

  private static func named(_ json: JSONValue) throws -> RulesetDocument {
    var document = try RulesetDocument(json: json, mode: .write)
    document.project = "shop"
    document.environment = "production"
    return document
  }

  @Test func conflictHasACodeOfItsOwn() async throws {
    let server = try ScriptedServer(.problem(409, "conflict", "The flag a-plain is archived."))
    let outcome = try await run(
      ["flags", "apply", "-"], environment: Tokens.variables(for: server), input: SampleRuleset.document().text())
    #expect(outcome == Outcome(code: 2, output: "", messages: "serin: The flag a-plain is archived.\n"))
  }
}
