import SerinFlags
import Testing

@testable import SerinCommand

/// `serin flags edit` and `serin flags owners`.
@Suite struct FlagsEditCommandTests {
  private let target = "/api/v1/projects/shop/environments/production/flags/f"
  private func view(_ etag: JSONValue) -> JSONValue {
    ["key": "f", "etag": etag, "document": ["kind": "ops", "default": "off", "expires": "2027-06-01"]]
  }

  @Test func `members are changed and taken out, and the others sent as they are`() async throws {
    let server = try ScriptedServer(.json(200, view("3.8")), .json(200, view("3.9")))
    let outcome = try await run(
      ["flags", "edit", "f", "--set", "default=on", "--set", "expires:json=null", "--reason", "go"],
      environment: Tokens.variables(for: server))
    #expect(outcome.output == "f in production is changed, as version 3.9.\n")
    #expect(server.requests.map(\.method) == ["GET", "PUT"])
    #expect(server.requests.map(\.target) == [target, target])
    #expect(server.requests.last?.headers["if-match"] == "\"3.8\"")
    #expect(
      try server.requests.last?.document() == ["document": ["kind": "ops", "default": "on"], "reason": "go"])
  }

  @Test func `a whole document goes by the version that it started from`() async throws {
    let folder = try TemporaryFolder(["f.json": #"{"kind":"ops"}"#])
    let server = try ScriptedServer(
      .json(200, view("3.8")), .json(200, view("3.8")), .json(200, view("3.8")),
      .problem(412, "preconditionFailed", "default was changed by both"))
    let environment = Tokens.variables(for: server)
    let words = ["flags", "edit", "f", "--file", folder.path + "/f.json"]
    let whatever = try await run(words + ["--version", "*"], environment: environment)
    #expect(whatever.output == "f in production is as it was.\n")
    #expect(server.requests.last?.headers["if-match"] == "*")
    #expect(try await run(words + ["--version", "3.7"], environment: environment).code == 2)
    #expect(server.requests.last?.headers["if-match"] == "\"3.7\"")
    #expect(try server.requests.last?.document() == ["document": ["kind": "ops"]])
  }

  @Test(arguments: [
    ([], "give either --set"), (["--set", "a=b", "--file", "x"], "give either --set"),
    (["--set", "a=b", "--version", "3.7"], "--version belongs to --file"), (["--file", "x"], "--file needs --version"),
    (["--set", "a"], "--set: \"a\" has no \"=\""),
  ])
  func `a wrong line is refused before anything is sent`(words: [String], message: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["flags", "edit", "f"] + words, environment: Tokens.variables(for: server))
    #expect(outcome.code == 64 && outcome.messages.hasPrefix("serin: " + message), "\(outcome.messages)")
    #expect(server.requests.isEmpty)
  }

  @Test func `the flags that had a key are listed`() async throws {
    let owners: JSONValue = [
      ["id": "f_2", "state": "active", "createdAt": "2027-01-15T09:00:00.000Z", "archivedAt": nil, "deletedAt": nil],
      [
        "id": "f_1", "state": "deleted", "createdAt": "2027-01-10T09:00:00.000Z", "archivedAt": nil,
        "deletedAt": "2027-01-14T09:00:00.000Z",
      ],
    ]
    let server = try ScriptedServer(.json(200, ["key": "f", "owners": owners]))
    let outcome = try await run(["flags", "owners", "f"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        ID   STATE    CREATED                   ARCHIVED  DELETED
        f_2  active   2027-01-15T09:00:00.000Z
        f_1  deleted  2027-01-10T09:00:00.000Z            2027-01-14T09:00:00.000Z

        """)
    #expect(server.requests.map(\.target) == ["/api/v1/projects/shop/flags/f/owners"])
  }

  @Test func `flags are listed by what the options say`() async throws {
    let server = try ScriptedServer(
      .json(200, ["flags": [view("3.8")], "next": "n1"]), .json(200, ["flags": []]))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(
      ["flags", "list", "--owner", "web", "--killed", "--stale", "unused", "--sort=-expires", "--limit", "1"],
      environment: environment)
    #expect(
      server.requests.last?.target.hasSuffix("/flags?killed=true&owner=web&stale=unused&sort=-expires&limit=1") == true)
    #expect(outcome.messages == "serin: there are more flags: --after n1 shows them\n")
    #expect(
      try await run(["flags", "list", "--tag", "x"], environment: environment).messages
        == "serin: production has no such flags\n")
    #expect(try await run(["flags", "list", "--limit", "501"], environment: environment).code == 64)
  }
}
