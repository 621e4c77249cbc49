import SerinFlags
import Testing

@testable import SerinCommand

/// What a flag was, and bringing it back.
@Suite struct FlagsHistoryCommandTests {
  private static let path = "/api/v1/projects/shop/environments/production/flags/k"

  private let versions: JSONValue = [
    [
      "version": "3.8", "at": "2027-01-15T09:00:00.000Z", "by": "account:a_1", "via": "api", "action": "flag.replace",
      "reason": "half", "killed": false, "archived": false,
      "changes": [["path": "rules[r_1].rollout.percent", "before": 5, "after": 50]],
    ],
    [
      "version": "3.7", "at": "2027-01-14T09:00:00.000Z", "by": "token:t_1", "via": "api", "action": "flag.create",
      "reason": "", "killed": false, "archived": false,
      "changes": [["path": "kind"], ["path": "owner"], ["path": "off"], ["path": "rules"], ["path": "default"]],
    ],
  ]

  private func view(_ version: String, percent: Double) -> JSONValue {
    [
      "key": "k", "etag": .string(version), "killed": false,
      "document": [
        "kind": "release", "off": "off",
        "rules": [["id": "r_1", "rollout": ["percent": .number(percent)], "serve": "on"]],
      ],
    ]
  }

  @Test func `the history has a row for each version and says how to go on`() async throws {
    let server = try ScriptedServer(.json(200, ["versions": versions, "next": "3.7"]))
    let outcome = try await run(
      ["flags", "history", "k", "--limit", "2", "--before", "3.9"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        VERSION  WHEN                      WHO          ACTION        REASON  CHANGED
        3.8      2027-01-15T09:00:00.000Z  account:a_1  flag.replace  half    rules[r_1].rollout.percent
        3.7      2027-01-14T09:00:00.000Z  token:t_1    flag.create           kind, owner, off and 2 more

        """)
    #expect(outcome.messages == "serin: there are older versions: --before 3.7 shows them\n")
    #expect(server.requests.map(\.target) == [Self.path + "/versions?limit=2&before=3.9"])
  }

  @Test func `the last page says nothing of more, and a program gets the answer`() async throws {
    let answer: JSONValue = ["versions": versions, "next": .null]
    let server = try ScriptedServer(.json(200, answer), .json(200, answer))
    let environment = Tokens.variables(for: server)
    #expect(try await run(["flags", "history", "k"], environment: environment).messages.isEmpty)
    let silent = try await run(["flags", "history", "k", "--json"], environment: environment)
    #expect(try silent.document() == answer)
    #expect(server.requests.first?.target == Self.path + "/versions?limit=20")
  }

  @Test(arguments: ["0", "101", "x"]) func `a limit that the server does not take is refused here`(
    limit: String
  ) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(
      ["flags", "history", "k", "--limit", limit], environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages == "serin: --limit: \"\(limit)\" is not a whole number from 1 to 100\n")
    #expect(server.requests.isEmpty)
  }

  @Test func `restoring tells the new version`() async throws {
    let server = try ScriptedServer(.json(200, view("3.9", percent: 5)))
    let outcome = try await run(
      ["flags", "restore", "k", "3.7", "--reason", "too early"], environment: Tokens.variables(for: server))
    #expect(
      outcome == Outcome(code: 0, output: "k in production is as it was at 3.7, as version 3.9.\n", messages: ""))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.target == Self.path + "/versions/3.7/restore")
    #expect(try request.document() == ["reason": "too early"])
  }

  @Test func `a flag is shown as it was at a version`() async throws {
    let server = try ScriptedServer(.json(200, view("3.7", percent: 5)), .problem(404, "notFound", "No version."))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["flags", "show", "k", "--version", "3.7"], environment: environment)
    #expect(outcome.output.contains("3.7"))
    #expect(try await run(["flags", "show", "k", "--version", "1.1"], environment: environment).code == 5)
    #expect(server.requests.map(\.target) == [Self.path + "/versions/3.7", Self.path + "/versions/1.1"])
  }

  @Test func `two versions are compared place by place`() async throws {
    let old = view("3.7", percent: 5)
    let new = view("3.8", percent: 50)
    let server = try ScriptedServer(
      .json(200, old), .json(200, new), .json(200, old), .json(200, new), .json(200, old), .json(200, old))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["flags", "diff", "k", "3.7", "3.8"], environment: environment)
    #expect(outcome == Outcome(code: 0, output: "~ rules[r_1].rollout.percent: 5 -> 50\n", messages: ""))
    let silent = try await run(["flags", "diff", "k", "3.7", "--json"], environment: environment)
    #expect(
      try silent.document() == [
        "key": "k", "from": "3.7", "to": "3.8",
        "changes": [["path": "rules[r_1].rollout.percent", "before": 5, "after": 50]],
      ])
    let same = try await run(["flags", "diff", "k", "3.7", "3.7"], environment: environment)
    #expect(same == Outcome(code: 0, output: "", messages: "serin: nothing differs\n"))
    let targets = ["/versions/3.7", "/versions/3.8", "/versions/3.7", "", "/versions/3.7", "/versions/3.7"]
    #expect(server.requests.map(\.target) == targets.map { Self.path + $0 })
  }

  @Test func `what is new, gone and another one is told apart, without control characters`() {
    let changes: JSONValue = [
      ["path": "a\u{1B}", "after": 1], ["path": "b", "before": "x"], ["path": "c", "before": 1, "after": [2]],
    ]
    #expect(
      ChangeText.lines(changes, style: .plain) == ["+ a\\u{1b}: 1", "- b: \"x\"", "~ c: 1 -> [2]"])
    #expect(
      ChangeText.lines(changes, style: Style(isOn: true)) == [
        "\u{1B}[32m+ a\\u{1b}: 1\u{1B}[0m", "\u{1B}[31m- b: \"x\"\u{1B}[0m", "~ c: 1 -> [2]",
      ])
  }
}
