import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct FlagsCommandTests {
  private let view: JSONValue = [
    "key": "new_checkout", "id": "f_1", "environment": "production", "etag": "3.8", "killed": false, "archived": false,
    "updatedAt": "2026-11-30T09:00:00.000Z",
    "document": [
      "kind": "release", "owner": "payments", "description": "One page", "tags": ["a", "b"], "off": "off",
      "properties": ["color": ["type": "string", "default": "blue"], "max": ["type": "number", "default": 3]],
      "variations": ["off": ["enabled": false], "on": ["enabled": true, "properties": ["color": "green"]]],
      "rules": [
        [
          "id": "r_1a2b3c4d", "name": "testers",
          "when": [
            "all": [
              ["attribute": "country", "op": "in", "values": ["DE", "FR"]],
              [
                "any": [
                  ["not": ["attribute": "plan", "op": "equals", "value": "free", "ignoringCase": true]], ["x": 1],
                ]
              ],
            ]
          ],
          "rollout": ["percent": 0.15, "by": "userID", "salt": "s", "otherwise": "off"], "serve": "on",
        ],
        ["id": "r_2", "serve": ["split": [["variation": "on", "weight": 2], ["variation": "off", "weight": 1]]]],
      ],
    ],
  ]

  @Test func listPrintsARowForEachFlag() async throws {
    let killed: JSONValue = ["key": "b", "killed": true, "document": ["kind": "ops", "owner": "web"]]
    let server = try ScriptedServer(.json(200, ["epoch": 1, "revision": 4, "flags": [view, killed]]))
    let outcome = try await run(["flags", "list"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        KEY           KIND     STATE   RULES  OWNER     UPDATED
        new_checkout  release  live    2      payments  2026-11-30T09:00:00.000Z
        b             ops      killed  0      web

        """)
    #expect(outcome.code == 0)
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.target == "/api/v1/projects/shop/environments/production/flags")
    #expect(request.headers["authorization"] == "Bearer \(Tokens.admin)")
    #expect(request.headers["user-agent"] == "serin/\(VersionCommand.version)")
    #expect(request.body.isEmpty)
  }

  @Test func listAsksForArchivedFlagsAndAnotherEnvironment() async throws {
    let server = try ScriptedServer(.json(200, ["flags": []]))
    let outcome = try await run(
      ["flags", "list", "--archived", "--environment", "staging"], environment: Tokens.variables(for: server))
    #expect(server.requests.map(\.target) == ["/api/v1/projects/shop/environments/staging/flags?archived=true"])
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages == "serin: staging has no flags yet; see \"serin help flags create\"\n")
  }

  @Test func listPrintsTheServersDocumentForPrograms() async throws {
    let answer: JSONValue = ["epoch": 1, "revision": 4, "flags": [view]]
    let server = try ScriptedServer(.json(200, answer))
    let outcome = try await run(["flags", "list", "--json"], environment: Tokens.variables(for: server))
    #expect(try outcome.document() == answer)
    #expect(outcome.messages.isEmpty)
  }

  @Test func showDescribesTheFlag() async throws {
    let server = try ScriptedServer(.json(200, view))
    let outcome = try await run(["flags", "show", "new_checkout"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        flag         new_checkout
        state        live
        kind         release
        owner        payments
        description  One page
        tags         a, b
        environment  production
        version      3.8
        updated      2026-11-30T09:00:00.000Z
        property     color: string, default "blue"
        property     max: number, default 3
        variation    off: off
        variation    on: on, color = "green"
        off          off
        default      off
        rule 1       r_1a2b3c4d "testers": when country in ["DE","FR"] and \
        (not (plan equals "free" ignoring case) or {"x":1}), 0.15 % by userID, serve on, otherwise off
        rule 2       r_2: for everybody, serve split on 2 : off 1

        """)
    #expect(server.requests.map(\.target) == ["/api/v1/projects/shop/environments/production/flags/new_checkout"])
  }

  @Test func keyIsEscapedInThePath() async throws {
    let server = try ScriptedServer(.json(200, view))
    _ = try await run(["flags", "show", "a/b c?ü%"], environment: Tokens.variables(for: server))
    let path = "/api/v1/projects/shop/environments/production/flags/a%2Fb%20c%3F%C3%BC%25"
    #expect(server.requests.map(\.target) == [path])
  }

  @Test(arguments: ["", ".", ".."])
  func keyThatWouldNameAnotherPlaceIsRefused(key: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["flags", "show", "--", key], environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    ("kill", "k in staging is killed: off for everybody, with default property values.\n"),
    ("unkill", "k in staging is not killed: its rules decide.\n"),
  ])
  func killAndUnkillNeedNoMoreThanAReason(action: String, sentence: String) async throws {
    let view: JSONValue = ["key": "k", "killed": .bool(action == "kill")]
    let server = try ScriptedServer(.json(200, view), .json(200, view))
    var environment = Tokens.variables(for: server)
    environment["SERIN_ENVIRONMENT"] = "staging"
    let outcome = try await run(["flags", action, "k", "--reason", "orders fail"], environment: environment)
    #expect(outcome.code == 0)
    #expect(outcome.output == sentence)
    let silent = try await run(["flags", action, "k", "--json"], environment: environment)
    #expect(try silent.document() == view)
    #expect(silent.messages.isEmpty)
    let requests = server.requests
    let path = "/api/v1/projects/shop/environments/staging/flags/k/" + action
    #expect(requests.map(\.method) == ["POST", "POST"])
    #expect(requests.map(\.target) == [path, path])
    #expect(requests.first?.headers["content-type"] == "application/json")
    #expect(requests.first?.headers["if-match"] == nil)
    #expect(try requests.map { try $0.document() } == [["reason": "orders fail"], [:]])
  }

  @Test(arguments: ["archive", "unarchive"])
  func archivingIsForTheWholeProject(action: String) async throws {
    let server = try ScriptedServer(.json(200, ["key": "k", "archived": .bool(action == "archive")]))
    let outcome = try await run(["flags", action, "k", "--reason", "r"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("k is "))
    #expect(server.requests.map(\.target) == ["/api/v1/projects/shop/flags/k/\(action)"])
    let refused = try await run(
      ["flags", action, "k", "--environment", "staging"], environment: Tokens.variables(for: server))
    #expect(refused.code == 64)
  }

  /// Whatever listens at the address may answer 200 with some JSON; that is no reason to report a kill.
  @Test(arguments: [
    ["flags", "kill", "k"], ["flags", "unkill", "k"], ["flags", "archive", "k"], ["flags", "unarchive", "k"],
    ["flags", "create", "k", "--kind", "ops", "--owner", "w"], ["flags", "list"], ["flags", "export"],
    ["keys", "list"], ["keys", "revoke", "x"], ["keys", "create", "--kind", "admin", "--name", "n"],
    ["projects", "list"], ["projects", "create", "p"], ["projects", "remove", "p"],
    ["projects", "rename", "p", "--key", "q"],
    ["environments", "list"], ["environments", "create", "e"], ["environments", "remove", "e"],
    ["environments", "update", "e", "--protect"], ["flags", "history", "k"], ["flags", "restore", "k", "1.1"],
    ["flags", "diff", "k", "1.1", "1.2"], ["flags", "promote", "--from", "staging"], ["evaluate", "--all"],
    ["preview", "--kill", "k"],
    ["audit", "list"], ["audit", "verify"], ["audit", "anchors"], ["audit", "erase", "1"], ["audit", "export"],
  ])
  func anAnswerThatDoesNotSayWhatWasDoneIsNotBelieved(words: [String]) async throws {
    let server = try ScriptedServer(.json(200, ["hello": "world"]))
    let outcome = try await run(words, environment: Tokens.variables(for: server))
    #expect(outcome.code == 4)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("does not answer like a Serin server"))
  }
}
