import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct ProjectDocumentCommandTests {
  private static let path = "/api/v1/projects/shop/document"
  private static let text =
    #"{"schema":1,"project":{"key":"shop","name":"Shop"},"environments":{"live":{"position":1},"a":{"position":0}}}"#
  private static let projects: JSONValue = ["projects": [["key": "shop"]]]

  private func plan(applied: Bool = false, changes: JSONValue? = nil, problems: JSONValue = []) -> JSONValue {
    [
      "planVersion": "abc", "applied": .bool(applied), "problems": problems, "revisions": ["live": 7],
      "changes": changes ?? [
        [
          "kind": "flag", "key": "f", "environment": "live", "action": "update",
          "changes": [["path": "default", "before": "off", "after": "on"]],
        ],
        ["kind": "flag", "key": "old", "environment": nil, "action": "archive", "changes": []],
        ["kind": "segment", "key": "s", "environment": nil, "action": "create", "changes": []],
      ],
      "notMentioned": ["environments": ["qa"], "flags": ["g", "h"], "segments": []],
    ]
  }

  private let shown = """
    ~ flag f in live
        ~ default: "off" -> "on"
    - flag old: archived
    + segment s

    """
  private let leftAlone = "serin: not mentioned and left alone: environment qa; flags g, h\n"

  @Test func `export prints the document, or writes a file when it differs`() async throws {
    let document = try JSONValue(parsing: Array(Self.text.utf8))
    let answer: JSONValue = ["version": "v", "revisions": [:], "document": document]
    let server = try ScriptedServer(.json(200, answer), .json(200, answer), .json(200, answer))
    let environment = Tokens.variables(for: server)
    #expect(try await run(["export"], environment: environment).document() == document)
    let folder = try TemporaryFolder()
    let words = ["export", "--out", folder.path + "/shop.json"]
    #expect(try await run(words, environment: environment).messages == "serin: wrote \(folder.path)/shop.json\n")
    #expect(try await run(words, environment: environment).messages == "serin: \(folder.path)/shop.json is as it was\n")
    #expect(try String(contentsOfFile: folder.path + "/shop.json", encoding: .utf8).hasPrefix("{\n  \"environments\""))
    #expect(server.requests.map(\.target) == [Self.path, Self.path, Self.path])
  }

  @Test func `a plan is a heading for each thing and a line for each place`() async throws {
    let server = try ScriptedServer(.json(200, Self.projects), .json(200, plan()))
    let file = try TemporaryFile(Self.text)
    let outcome = try await run(["plan", file.path, "--prune"], environment: Tokens.variables(for: server))
    #expect(
      outcome
        == Outcome(
          code: 0, output: shown,
          messages: leftAlone + "serin: it would make 3 changes (1 create, 1 update, 1 archive)\n"))
    #expect(server.requests.map(\.target) == ["/api/v1/projects", Self.path + "/plan"])
    let body = try #require(try server.requests.last?.document())
    #expect(body["prune"] == true && body["document"]?["project"]?["key"] == "shop")
  }

  @Test func `that something differs has an exit code of its own only when it is asked for`() async throws {
    let empty = plan(changes: [])
    let server = try ScriptedServer(
      .json(200, Self.projects), .json(200, plan()), .json(200, Self.projects), .json(200, empty))
    let file = try TemporaryFile(Self.text)
    let words = ["plan", file.path, "--json", "--detailed-exit-code"]
    let environment = Tokens.variables(for: server)
    let outcome = try await run(words, environment: environment)
    #expect(outcome.code == ExitCode.findings.rawValue)
    #expect(try outcome.document() == plan())
    #expect(try await run(words, environment: environment).code == 0)
  }

  @Test(arguments: [
    ("invalid", 65), ("forbidden", 3), ("approvalRequired", 3), ("conflict", 2),
  ])
  func `what stands in the way is listed, with a code for what kind it is`(code: String, exit: Int32) async throws {
    let problems: JSONValue = [
      ["path": "flags.f.environments.live", "message": "may not", "code": .string(code)],
      ["path": "flags.g", "message": "nor that", "code": "forbidden"],
    ]
    let server = try ScriptedServer(
      .json(200, Self.projects), .json(200, plan(problems: problems)), .json(200, Self.projects),
      .json(200, plan(problems: problems)))
    let file = try TemporaryFile(Self.text)
    for words in [["plan", file.path], ["apply", file.path, "--yes"]] {
      let outcome = try await run(words, environment: Tokens.variables(for: server))
      #expect(outcome.code == exit)
      #expect(outcome.output == shown)
      #expect(
        outcome.messages == leftAlone + """
          serin: 2 problems stand in the way; nothing was written
            flags.f.environments.live: may not
            flags.g: nor that

          """)
    }
    #expect(server.requests.count == 4)
  }

  @Test func `apply sends the version of the plan that was shown`() async throws {
    let server = try ScriptedServer(
      .json(200, Self.projects), .json(200, plan()), .json(200, plan(applied: true)))
    let file = try TemporaryFile(Self.text)
    let outcome = try await run(
      ["apply", file.path, "--yes", "--reason", "go"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 0)
    #expect(outcome.output == shown + "applied 3 changes (1 create, 1 update, 1 archive) to shop.\n")
    let body = try #require(try server.requests.last?.document())
    #expect(server.requests.last?.target == Self.path + "/apply")
    #expect(body["planVersion"] == "abc" && body["reason"] == "go" && body["prune"] == nil)
  }

  @Test func `without a terminal and without --yes nothing is written`() async throws {
    let server = try ScriptedServer(.json(200, Self.projects), .json(200, plan()))
    let file = try TemporaryFile(Self.text)
    let outcome = try await run(["apply", file.path], environment: Tokens.variables(for: server), input: "y\n")
    #expect(outcome.code == ExitCode.usage.rawValue)
    #expect(outcome.messages.contains("there is nobody to ask: give --yes"))
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [("y\n", true), ("YES\n", true), ("n\n", false), ("\n", false), ("yo\n", false)])
  func `on a terminal the question is answered`(answer: String, isApplied: Bool) async throws {
    let server = try ScriptedServer(
      .json(200, Self.projects), .json(200, plan()), .json(200, plan(applied: true)))
    let file = try TemporaryFile(Self.text)
    let terminal = try Terminal(typing: answer)
    defer { withExtendedLifetime(terminal) {} }
    let messages = MemorySink()
    let program = Program(
      registry: .standard, console: Console(output: MemorySink(), messages: messages, style: .plain),
      environment: Tokens.variables(for: server),
      standardInput: InputFile(descriptor: terminal.descriptor, name: "standard input"))
    let code = await program.run(["apply", file.path])
    #expect(code == .done)
    #expect(messages.text.contains("serin: apply 3 changes (1 create, 1 update, 1 archive) to shop? [y/N] "))
    #expect(messages.text.hasSuffix("nothing was written\n") == !isApplied)
    #expect(server.requests.count == (isApplied ? 3 : 2))
  }

  @Test func `a project that does not exist is made, and removed again when the document cannot be applied`()
    async throws
  {
    let problems: JSONValue = [["path": "flags.f", "message": "is bad", "code": "invalid"]]
    let server = try ScriptedServer(
      .json(200, ["projects": []]), .json(201, ["key": "shop"]), .json(200, plan(problems: problems)),
      .raw("HTTP/1.1 204 No Content\r\n\r\n"))
    let file = try TemporaryFile(Self.text)
    let outcome = try await run(["apply", file.path, "--yes"], environment: Tokens.variables(for: server))
    #expect(outcome.code == ExitCode.refused.rawValue)
    #expect(server.requests.map(\.method) == ["GET", "POST", "POST", "DELETE"])
    #expect(
      try server.requests[1].document() == ["key": "shop", "name": "Shop", "environments": ["a", "live"]])
    #expect(server.requests.last?.target == "/api/v1/projects/shop")
    let none = try ScriptedServer(.json(200, ["projects": []]))
    let missing = try await run(["plan", file.path], environment: Tokens.variables(for: none))
    #expect(missing.code == ExitCode.notFound.rawValue)
  }

  @Test func `a document of another project is applied only where the line says so`() async throws {
    let text = #"{"schema":1,"project":{"key":"other","name":"Other"}}"#
    let file = try TemporaryFile(text)
    let server = try ScriptedServer(.json(200, Self.projects), .json(200, plan(changes: [])))
    let environment = Tokens.variables(for: server)
    let refused = try await run(["plan", file.path], environment: environment)
    #expect(refused.code == ExitCode.refused.rawValue)
    #expect(refused.messages.contains("is for the project \"other\", not \"shop\""))
    let outcome = try await run(["plan", file.path, "--project", "shop"], environment: environment)
    #expect(outcome.code == 0)
    #expect(try server.requests.last?.document()["document"]?["project"]?["key"] == "shop")
  }

  @Test(arguments: [("{}", "no document of a project"), (#"{"schema":1,"environment":"x"}"#, "serin flags apply")])
  func `what is no document of a project is refused before anything is sent`(
    text: String, message: String
  ) async throws {
    let server = try ScriptedServer()
    let file = try TemporaryFile(text)
    let outcome = try await run(["apply", file.path, "--yes"], environment: Tokens.variables(for: server))
    #expect(outcome.code == ExitCode.refused.rawValue && outcome.messages.contains(message))
    #expect(server.requests.isEmpty)
  }
}
