import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct EnvironmentsCommandTests {
  private static let path = "/api/v1/projects/shop/environments"

  private func environment(_ key: String, protected: Bool = false, approvals: Double = 1) -> JSONValue {
    [
      "id": "e_1", "key": .string(key), "name": "Test", "position": 1, "protected": .bool(protected),
      "approvalsNeeded": .number(approvals), "version": 7, "revision": 42,
    ]
  }

  @Test func `the list says what is protected`() async throws {
    let listed: JSONValue = [environment("qa"), environment("production", protected: true, approvals: 2)]
    let server = try ScriptedServer(.json(200, ["environments": listed]))
    let outcome = try await run(["environments", "list"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        KEY         NAME  POSITION  CHANGES                 REVISION
        qa          Test  1         not protected           42
        production  Test  1         protected, 2 approvals  42

        """)
    #expect(server.requests.map(\.target) == [Self.path])
  }

  @Test func `a new one takes its fields and what it copies`() async throws {
    let server = try ScriptedServer(.json(201, environment("qa", protected: true)))
    let outcome = try await run(
      [
        "environments", "create", "qa", "--name", "Test", "--position", "1", "--protect", "--approvals", "1",
        "--copy-from", "staging", "--reason", "r",
      ], environment: Tokens.variables(for: server))
    #expect(outcome == Outcome(code: 0, output: "qa is created: position 1, protected, 1 approval.\n", messages: ""))
    #expect(server.requests.map(\.target) == [Self.path])
    #expect(
      try server.requests.first?.document() == [
        "name": "Test", "position": 1, "protected": true, "approvalsNeeded": 1, "key": "qa", "reason": "r",
        "copyFrom": "staging",
      ])
  }

  @Test func `a change sends what is asked for and the version that was read`() async throws {
    let server = try ScriptedServer(
      .json(200, environment("qa")), .json(200, environment("test")), .json(200, environment("test")),
      .json(200, environment("test")))
    let environment = Tokens.variables(for: server)
    let renamed = try await run(["environments", "update", "qa", "--key", "test"], environment: environment)
    #expect(renamed == Outcome(code: 0, output: "qa is test now: position 1, not protected.\n", messages: ""))
    let opened = try await run(["environments", "update", "test", "--unprotect"], environment: environment)
    #expect(opened.output == "test is changed: position 1, not protected.\n")
    let requests = server.requests
    #expect(requests.map(\.method) == ["GET", "PATCH", "GET", "PATCH"])
    #expect(requests.map(\.target) == ["qa", "qa", "test", "test"].map { Self.path + "/" + $0 })
    #expect(requests.map { $0.headers["if-match"] } == [nil, "\"7\"", nil, "\"7\""])
    #expect(try requests[1].document() == ["key": "test"])
    #expect(try requests[3].document() == ["protected": false])
  }

  @Test func `contexts are kept or dropped as asked for`() async throws {
    let server = try ScriptedServer(
      .json(200, environment("qa")), .json(200, environment("qa")), .json(200, environment("qa")),
      .json(200, environment("qa")))
    for option in ["--drop-contexts", "--keep-contexts"] {
      let outcome = try await run(["environments", "update", "qa", option], environment: Tokens.variables(for: server))
      #expect(outcome.code == 0)
    }
    #expect(try server.requests[1].document() == ["keepsContexts": false])
    #expect(try server.requests[3].document() == ["keepsContexts": true])
  }

  @Test func `a change by somebody else in between is a conflict`() async throws {
    let server = try ScriptedServer(.json(200, environment("qa")), .problem(412, "preconditionFailed", "Changed."))
    let outcome = try await run(
      ["environments", "update", "qa", "--protect"], environment: Tokens.variables(for: server))
    #expect(outcome == Outcome(code: 2, output: "", messages: "serin: Changed.\n"))
  }

  @Test(arguments: [
    (
      ["update", "qa"],
      "nothing to change: give one of --key, --name, --position, --protect, --unprotect, --approvals, --keep-contexts, "
        + "--drop-contexts"
    ),
    (["update", "qa", "--keep-contexts", "--drop-contexts"], "--keep-contexts and --drop-contexts exclude each other"),
    (["update", "qa", "--protect", "--unprotect"], "--protect and --unprotect exclude each other"),
    (["create", "qa", "--position", "x"], "--position: \"x\" is not a whole number from 0 to 1000"),
    (["create", "qa", "--position", "1001"], "--position: \"1001\" is not a whole number from 0 to 1000"),
    (["create", "qa", "--approvals", "0"], "--approvals: \"0\" is not a whole number from 1 to 1000"),
  ])
  func `a wrong line is refused before anything is sent`(words: [String], message: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["environments"] + words, environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: " + message + "\n"))
    #expect(server.requests.isEmpty)
  }

  @Test func `one that is in use is not removed`() async throws {
    let server = try ScriptedServer(.json(204, .null), .problem(409, "conflict", "\"qa\" is not empty"))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["environments", "remove", "qa", "--json"], environment: environment)
    #expect(try outcome.document() == ["key": "qa", "removed": true])
    let refused = try await run(["environments", "remove", "qa"], environment: environment)
    #expect(refused == Outcome(code: 2, output: "", messages: "serin: \"qa\" is not empty\n"))
    #expect(server.requests.map(\.target) == [Self.path + "/qa", Self.path + "/qa"])
  }

  @Test func `an answer without a version is no answer of a server`() async throws {
    let server = try ScriptedServer(.json(200, ["hello": "world"]))
    let outcome = try await run(
      ["environments", "update", "qa", "--protect"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 4)
    #expect(server.requests.map(\.method) == ["GET"])
  }
}
