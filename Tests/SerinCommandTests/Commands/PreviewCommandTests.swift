import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct PreviewCommandTests {
  private static let environment = "/api/v1/projects/shop/environments/production"

  private let answer: JSONValue = [
    "at": "2027-01-15T09:00:00Z", "revision": 42, "known": true, "contexts": 250,
    "sampledSince": "2027-01-14T11:20:00.000Z",
    "flags": [
      [
        "flag": "a", "cause": "written", "changed": 25, "unchanged": 225, "undecided": 0, "share": 0.1,
        "transitions": [
          [
            "from": ["enabled": true, "variation": "on", "ruleId": "r_1", "properties": [:]],
            "to": ["enabled": false, "variation": "off", "ruleId": "", "properties": [:]], "count": 24,
          ],
          [
            "from": .null, "to": ["enabled": false, "variation": "off", "ruleId": "default", "properties": [:]],
            "count": 1,
          ],
        ], "otherTransitions": 0,
      ]
    ],
    "summary": [
      "text": "25 of 250 contexts of the sample get another answer", "flags": 1, "contexts": 25, "share": 0.1,
    ],
  ]

  private let unknown: JSONValue = [
    "at": "2027-01-15T09:00:00Z", "revision": 42, "known": false, "contexts": 0, "sampledSince": .null,
    "flags": [
      [
        "flag": "a", "cause": "written", "changed": .null, "unchanged": .null, "undecided": .null, "share": .null,
        "transitions": [], "otherTransitions": .null,
      ]
    ],
    "summary": ["text": "the impact is unknown", "flags": .null, "contexts": .null, "share": .null],
  ]

  @Test func `a kill is counted and nothing is changed`() async throws {
    let server = try ScriptedServer(.json(200, answer))
    let result = try await run(["preview", "--kill", "a"], environment: Tokens.variables(for: server))
    #expect(
      result
        == Outcome(
          code: 0,
          output: """
            FLAG  CAUSE    CHANGED  UNCHANGED  UNDECIDED
            a     written  25       225        0
            a
              24 x on (r_1) -> off (killed)
              1 x no flag -> off (default)

            """,
          messages: "serin: 25 of 250 contexts of the sample get another answer (10 %); the sample was seen since "
            + "2027-01-14T11:20:00.000Z\n"))
    #expect(server.requests.map(\.target) == [Self.environment + "/preview"])
    #expect(try server.requests.first?.document() == ["change": ["operation": "killFlag", "flag": "a"]])
  }

  @Test func `a percentage is put into the rules that the flag has`() async throws {
    let rules: JSONValue = [
      ["id": "r_1", "serve": "on", "rollout": ["percent": 5, "by": "userID", "salt": "s"]],
      ["id": "r_2", "serve": "on"],
    ]
    let server = try ScriptedServer(
      .json(200, ["key": "a", "document": ["kind": "release", "rules": rules]]), .json(200, answer))
    let result = try await run(
      ["preview", "a", "--percent", "r_1=20.5", "--json"], environment: Tokens.variables(for: server))
    #expect(try result.document() == answer)
    #expect(server.requests.map(\.target) == [Self.environment + "/flags/a", Self.environment + "/preview"])
    let wanted: JSONValue = [
      ["id": "r_1", "serve": "on", "rollout": ["percent": 20.5, "by": "userID", "salt": "s"]],
      ["id": "r_2", "serve": "on"],
    ]
    #expect(
      try server.requests.last?.document() == [
        "change": ["operation": "replaceFlag", "flag": "a", "patch": ["rules": wanted]]
      ])
  }

  @Test func `a patch and a whole change are sent as they are`() async throws {
    let server = try ScriptedServer(.json(200, answer), .json(200, answer))
    let environment = Tokens.variables(for: server)
    let patch = try TemporaryFile(#"{"default": "on"}"#)
    let change = try TemporaryFile(#"{"operation": "archiveFlag", "flag": "a"}"#)
    #expect(try await run(["preview", "a", "--patch", patch.path], environment: environment).code == 0)
    #expect(try await run(["preview", "--change", change.path], environment: environment).code == 0)
    #expect(
      try server.requests.map { try $0.document()["change"] } == [
        ["operation": "replaceFlag", "flag": "a", "patch": ["default": "on"]],
        ["operation": "archiveFlag", "flag": "a"],
      ])
  }

  @Test func `an unknown impact is no zero`() async throws {
    let server = try ScriptedServer(.json(200, unknown))
    let result = try await run(["preview", "--kill", "a"], environment: Tokens.variables(for: server))
    #expect(result.output.contains("a     written  ?        ?          ?\n"))
    #expect(result.messages == "serin: the impact is unknown\n")
  }

  @Test(arguments: [
    (["preview"], "no change is given"), (["preview", "a"], "no change is given"),
    (["preview", "a", "--kill", "a"], "KEY belongs to --patch and --percent only"),
    (["preview", "--percent", "r_1=2"], "KEY is missing"),
    (["preview", "a", "--percent", "r_1=2", "--kill", "a"], "there can be only one change"),
    (["preview", "a", "--percent", "r_1"], "is not a rule's id and a number"),
    (["preview", "a", "--percent", "r_1=101"], "is not a rule's id and a number"),
  ])
  func `what describes no change is refused`(words: [String], message: String) async throws {
    let result = try await run(words)
    #expect(result.code == 64)
    #expect(result.messages.contains(message))
  }

  @Test func `a rule that has no rollout is named`() async throws {
    let server = try ScriptedServer(.json(200, ["key": "a", "document": ["rules": []]]))
    let result = try await run(["preview", "a", "--percent", "r_1=2"], environment: Tokens.variables(for: server))
    #expect(result.code == 64)
    #expect(result.messages.contains("a has no rule \"r_1\" with a rollout"))
  }
}
