import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct FlagsPromoteCommandTests {
  private static let path = "/api/v1/projects/shop/environments/production/promote"

  private func outcome(
    applied: Bool = false, percent: Double = 50, segments: JSONValue = [], problems: JSONValue = []
  ) -> JSONValue {
    [
      "applied": .bool(applied), "revision": 42, "segments": segments, "problems": problems,
      "flags": [
        [
          "key": "a", "version": "3.8", "result": "changed",
          "changes": [["path": "rules[r_1].rollout.percent", "before": 5, "after": .number(percent)]],
        ],
        ["key": "b", "version": "1.1", "result": "unchanged", "changes": []],
      ],
    ]
  }

  private let nothing: JSONValue = [
    "applied": false, "revision": 42, "segments": [], "problems": [],
    "flags": [["key": "b", "version": "1.1", "result": "unchanged", "changes": []]],
  ]

  private let diff = "+ segment beta\na\n  ~ rules[r_1].rollout.percent: 5 -> 50\n"

  @Test func `the plan is shown and then written with its versions`() async throws {
    let server = try ScriptedServer(
      .json(200, outcome(segments: ["beta"])), .json(200, outcome(applied: true, segments: ["beta"])))
    let result = try await run(
      [
        "flags", "promote", "a", "b", "--from", "staging", "--parts", "targeting,values", "--segments", "--reason",
        "go",
      ], environment: Tokens.variables(for: server))
    #expect(
      result
        == Outcome(
          code: 0, output: diff + "took 1 flag and 1 segment over from staging to production.\n", messages: ""))
    let requests = server.requests
    #expect(requests.map(\.method) == ["POST", "POST"])
    #expect(requests.map(\.target) == [Self.path + "/plan", Self.path])
    let asked: JSONObject = [
      "from": "staging", "flags": ["a", "b"], "parts": ["targeting", "values"], "segments": true,
    ]
    #expect(try requests.first?.document() == .object(asked))
    var written = asked
    written["versions"] = ["a": "3.8", "b": "1.1"]
    written["reason"] = "go"
    #expect(try requests.last?.document() == .object(written))
  }

  @Test func `without keys the flags of the plan are written and no others`() async throws {
    let server = try ScriptedServer(.json(200, outcome()), .json(200, outcome(applied: true)))
    let result = try await run(
      ["flags", "promote", "--from", "staging", "--json"], environment: Tokens.variables(for: server))
    #expect(try result.document() == outcome(applied: true))
    #expect(try server.requests.first?.document() == ["from": "staging"])
    #expect(
      try server.requests.last?.document() == [
        "from": "staging", "flags": ["a", "b"], "versions": ["a": "3.8", "b": "1.1"],
      ])
  }

  @Test func `a dry run shows the plan and writes nothing`() async throws {
    let plan = outcome(segments: ["beta"])
    let server = try ScriptedServer(.json(200, plan), .json(200, plan))
    let words = ["flags", "promote", "--from", "staging", "--dry-run"]
    let environment = Tokens.variables(for: server)
    let result = try await run(words, environment: environment)
    #expect(result.code == 0 && result.output == diff)
    #expect(
      result.messages
        == "serin: dry run: nothing was changed. It would take 1 flag and 1 segment over from staging to production\n")
    #expect(try await run(words + ["--json"], environment: environment).document() == plan)
    #expect(server.requests.map(\.target) == [Self.path + "/plan", Self.path + "/plan"])
  }

  @Test func `what stands in the way is listed and refused`() async throws {
    let problems: JSONValue = [["path": "flags.a.rules[0].when.segment", "message": "there is no segment \"beta\""]]
    let server = try ScriptedServer(
      .json(200, outcome(problems: problems)), .json(200, outcome(problems: problems)))
    let environment = Tokens.variables(for: server)
    let words = ["flags", "promote", "a", "--from", "staging"]
    let result = try await run(words, environment: environment)
    #expect(result.code == 65)
    #expect(result.output == "a\n  ~ rules[r_1].rollout.percent: 5 -> 50\n")
    #expect(
      result.messages == """
        serin: 1 problem stands in the way; nothing was written
          flags.a.rules[0].when.segment: there is no segment "beta"

        """)
    let silent = try await run(words + ["--json"], environment: environment)
    #expect(silent.code == 65 && silent.output.isEmpty)
    #expect(try silent.problem()["errors"]?.arrayValue?.count == 1)
    #expect(server.requests.map(\.target) == [Self.path + "/plan", Self.path + "/plan"])
  }

  @Test func `nothing is written where nothing differs`() async throws {
    let server = try ScriptedServer(.json(200, nothing), .json(200, nothing))
    let words = ["flags", "promote", "--from", "staging"]
    let environment = Tokens.variables(for: server)
    let result = try await run(words, environment: environment)
    #expect(result == Outcome(code: 0, output: "", messages: "serin: nothing differs; nothing was written\n"))
    #expect(try await run(words + ["--json"], environment: environment).document() == nothing)
    #expect(server.requests.map(\.target) == [Self.path + "/plan", Self.path + "/plan"])
  }

  @Test func `a flag that changed since the plan is a conflict`() async throws {
    let server = try ScriptedServer(
      .json(200, outcome()), .problem(412, "preconditionFailed", "flag \"a\" was changed; nothing was written"))
    let result = try await run(
      ["flags", "promote", "--from", "staging"], environment: Tokens.variables(for: server))
    #expect(result.code == 2)
    #expect(result.messages == "serin: flag \"a\" was changed; nothing was written\n")
  }

  @Test func `a source that changed since the plan is told as a conflict`() async throws {
    let server = try ScriptedServer(.json(200, outcome()), .json(200, outcome(applied: true, percent: 60)))
    let result = try await run(
      ["flags", "promote", "--from", "staging"], environment: Tokens.variables(for: server))
    #expect(result.code == 2)
    #expect(result.messages.hasPrefix("serin: staging was changed in between: what was written is not what was shown."))
    #expect(result.messages.contains("\n  a: changed: rules[r_1].rollout.percent\n"))
  }

  @Test(arguments: [
    (["--parts", "rules", "--from", "staging"], "--parts: \"rules\" is not a part of a flag"),
    (["--parts", "targeting,", "--from", "staging"], "--parts: \"\" is not a part of a flag"),
    ([], "--from is missing"),
  ])
  func `a wrong line is refused before anything is sent`(words: [String], message: String) async throws {
    let server = try ScriptedServer()
    let result = try await run(["flags", "promote"] + words, environment: Tokens.variables(for: server))
    #expect(result.code == 64)
    #expect(result.messages.hasPrefix("serin: " + message))
    #expect(server.requests.isEmpty)
  }
}
