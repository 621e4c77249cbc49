import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct SegmentsCommandTests {
  private let view: JSONValue = [
    "key": "vip", "id": "g_1", "kind": "list", "environment": "production", "etag": "1.5", "description": "Paying",
    "tags": ["a", "b"], "updatedAt": "2026-11-30T09:00:00.000Z", "count": 2, "definition": ["list": ["alice", "bob"]],
  ]
  private let target = "/api/v1/projects/shop/environments/production/segments"

  @Test func listPrintsARowForEachSegment() async throws {
    let other: JSONValue = ["key": "pros", "kind": "conditions", "count": nil]
    let server = try ScriptedServer(.json(200, ["segments": [view, other]]))
    let outcome = try await run(["segments", "list"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        KEY   KIND        IDS  DESCRIPTION  UPDATED
        vip   list        2    Paying       2026-11-30T09:00:00.000Z
        pros  conditions

        """)
    #expect(server.requests.map(\.target) == [target])
  }

  @Test func showPrintsTheDefinition() async throws {
    let server = try ScriptedServer(.json(200, view))
    let outcome = try await run(["segments", "show", "vip"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        key          vip
        kind         list
        environment  production
        description  Paying
        updated      2026-11-30T09:00:00.000Z
        tags         a, b
        ids          2
        definition   {"list":["alice","bob"]}

        """)
  }

  @Test func createSendsWhatTheOptionsSay() async throws {
    let server = try ScriptedServer(.json(201, view))
    let outcome = try await run(
      ["segments", "create", "vip", "--description", "Paying", "--tag", "a", "--reuse-key", "--reason", "again"],
      environment: Tokens.variables(for: server))
    #expect(outcome.output == "vip is created, with a definition in production.\n")
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(
      try request.document() == [
        "key": "vip", "kind": "list", "description": "Paying", "tags": ["a"], "reuseKey": true, "reason": "again",
      ])
  }

  @Test func editSendsTheVersionThatItRead() async throws {
    let server = try ScriptedServer(.json(200, view), .json(200, ["key": "vip", "etag": "1.6"]))
    let file = try TemporaryFile(#"{"list":["carol"]}"#)
    let outcome = try await run(
      ["segments", "edit", "vip", "--file", file.path], environment: Tokens.variables(for: server))
    #expect(outcome.output == "vip in production is changed.\n")
    let request = try #require(server.requests.last)
    #expect(request.method == "PATCH")
    #expect(request.headers["if-match"] == "\"1.5\"")
    #expect(try request.document() == ["definition": ["list": ["carol"]]])
  }

  @Test func editWithoutAnythingToChangeAsksNobody() async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["segments", "edit", "vip"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages.contains("give --file, --description or --tag"))
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [true, false])
  func uploadSendsTheLinesAsTheyAre(byStandardInput: Bool) async throws {
    let lines = (0..<30_000).map { "user-\($0)\n" }.joined()
    let server = try ScriptedServer(.json(200, ["count": 30000, "lines": 30000, "added": 29999, "removed": 1]))
    let file = try TemporaryFile(lines)
    let outcome = try await run(
      ["segments", "upload", "vip", byStandardInput ? "-" : file.path, "--mode", "add", "--reason", "new & more"],
      environment: Tokens.variables(for: server), input: byStandardInput ? lines : "")
    #expect(outcome.output == "vip in production has 30000 ids: 29999 added, 1 removed.\n")
    #expect(outcome.messages.isEmpty)
    let request = try #require(server.requests.first)
    #expect(request.method == "PUT")
    #expect(request.target == target + "/vip/list?mode=add&reason=new%20%26%20more")
    #expect(request.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(String(decoding: request.body, as: UTF8.self) == lines)
  }

  @Test func aRefusedUploadNamesTheLine() async throws {
    let server = try ScriptedServer(
      .problem(422, "invalid", "line 2: an id has 1 to 1024 bytes, this one is empty"))
    let outcome = try await run(
      ["segments", "upload", "vip", "-"], environment: Tokens.variables(for: server), input: "a\n\n")
    #expect(outcome.code == ExitCode.refused.rawValue)
    #expect(outcome.messages.contains("line 2: an id has 1 to 1024 bytes"))
    let missing = try await run(
      ["segments", "upload", "vip", "/no/such/file"], environment: Tokens.variables(for: server))
    #expect(missing.code == ExitCode.usage.rawValue)
  }

  @Test func containsSaysSoInASentence() async throws {
    let server = try ScriptedServer(.json(200, ["contains": true]), .json(200, ["contains": false]))
    let variables = Tokens.variables(for: server)
    #expect(
      try await run(["segments", "contains", "vip", "alice"], environment: variables).output
        == "alice is in vip in production.\n")
    let past = try await run(
      ["segments", "contains", "vip", "alice", "--at", "2026-01-01T00:00:00Z"], environment: variables)
    #expect(past.output == "alice was not in vip in production.\n")
    #expect(try server.requests.last?.document() == ["id": "alice", "at": "2026-01-01T00:00:00Z"])
    #expect(server.requests.last?.target == target + "/vip/contains")
  }

  @Test func usageNamesFlagsRulesAndSegments() async throws {
    let server = try ScriptedServer(
      .json(
        200,
        [
          "environments": [
            [
              "environment": "staging",
              "uses": [
                ["flag": "f", "rule": "r_1a2b3c4d", "path": "flags.f.rules[0].when.segment"],
                ["segment": "inner", "path": "segments.inner.segment"],
              ],
            ]
          ]
        ]), .json(200, ["environments": []]))
    let outcome = try await run(["segments", "usage", "vip"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        ENVIRONMENT  FLAG OR SEGMENT  RULE        PATH
        staging      flag f           r_1a2b3c4d  flags.f.rules[0].when.segment
        staging      segment inner                segments.inner.segment

        """)
    #expect(server.requests.first?.target == "/api/v1/projects/shop/segments/vip/usage")
    let none = try await run(["segments", "usage", "vip"], environment: Tokens.variables(for: server))
    #expect(none.messages == "serin: nothing refers to vip\n")
  }

  @Test func deleteSaysThatItIsGone() async throws {
    let server = try ScriptedServer(.raw("HTTP/1.1 204 No Content\r\n\r\n"))
    let outcome = try await run(
      ["segments", "delete", "vip", "--reason", "old"], environment: Tokens.variables(for: server))
    #expect(outcome.output == "vip is deleted from every environment.\n")
    #expect(server.requests.first?.method == "DELETE")
    #expect(server.requests.first?.target == "/api/v1/projects/shop/segments/vip")
  }
}
