import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct DraftsCommandTests {
  private let target = "/api/v1/projects/shop/environments/production/drafts"
  private let draft: JSONValue = [
    "draft": "flag:f", "base": "3.8", "current": "3.9", "isOutdated": true, "document": ["default": "on"],
    "updatedAt": "2027-01-10T09:00:00.000Z",
  ]

  @Test func `the list says which are outdated`() async throws {
    let fresh: JSONValue = ["draft": "segment:s", "isOutdated": false, "updatedAt": "2027-01-11T09:00:00.000Z"]
    let server = try ScriptedServer(.json(200, ["drafts": [draft, fresh]]), .json(200, ["drafts": []]))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["drafts", "list"], environment: environment)
    #expect(
      outcome.output == """
        DRAFT      BASE  CURRENT  OUTDATED  KEPT
        flag:f     3.8   3.9      yes       2027-01-10T09:00:00.000Z
        segment:s                           2027-01-11T09:00:00.000Z

        """)
    #expect(server.requests.map(\.target) == [target])
    #expect(
      try await run(["drafts", "list"], environment: environment).messages
        == "serin: you have no drafts in production\n")
  }

  @Test func `one is printed as the document that was kept, and with its versions with --json`() async throws {
    let server = try ScriptedServer(.json(200, draft), .json(200, draft))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["drafts", "show", "flag:f"], environment: environment)
    #expect(try outcome.document() == ["default": "on"])
    #expect(outcome.messages == "serin: it started from 3.8; 3.9 is there now\n")
    #expect(try await run(["drafts", "show", "flag:f", "--json"], environment: environment).document() == draft)
  }

  @Test func `an edit is kept as it is`() async throws {
    let folder = try TemporaryFolder(["edit.json": #"{"default":"on"}"#])
    let server = try ScriptedServer(.json(200, draft))
    let outcome = try await run(
      ["drafts", "save", "flag:f", "--file", folder.path + "/edit.json", "--base", "3.8"],
      environment: Tokens.variables(for: server))
    #expect(outcome.output == "the draft of flag:f in production is kept.\n")
    #expect(server.requests.map(\.method) == ["PUT"])
    #expect(server.requests.last?.target.replacing("%3A", with: ":") == target + "/flag:f")
    #expect(try server.requests.last?.document() == ["document": ["default": "on"], "base": "3.8"])
  }

  @Test func `one is thrown away`() async throws {
    let server = try ScriptedServer(.json(204, .null), .problem(404, "notFound", "there is none"))
    let environment = Tokens.variables(for: server)
    #expect(
      try await run(["drafts", "remove", "flag:f"], environment: environment).output
        == "the draft of flag:f in production is thrown away.\n")
    #expect(try await run(["drafts", "remove", "flag:f"], environment: environment).code == 5)
  }
}
