import SerinFlags
import Testing

@testable import SerinCommand

/// `serin whoami`, `serin accounts update` and `sign-out`.
@Suite struct WhoamiCommandTests {
  private let account: JSONValue = [
    "id": "a_1", "email": "ann@example.com", "name": "Ann", "root": true, "version": 3,
  ]

  @Test func `a token says whose it is and what it may do`() async throws {
    let server = try ScriptedServer(
      .json(
        200,
        [
          "actor": "account:a_1", "account": account, "csrfToken": nil, "scopes": ["read"], "instance": false,
          "projects": [
            "shop": ["role": "editor", "releases": ["staging"]], "site": ["role": nil, "releases": ["live"]],
          ],
        ]),
      .json(
        200,
        ["actor": "token:t", "account": nil, "csrfToken": nil, "scopes": [], "instance": true, "projects": [:]]))
    let environment = Tokens.variables(for: server)
    #expect(
      try await run(["whoami"], environment: environment).output == """
        server   \(server.address)
        who      account:a_1
        account  ann@example.com, Ann
        scopes   read
        project  shop: editor, releaser of staging
        project  site: releaser of live

        """)
    #expect(
      try await run(["whoami"], environment: environment).output == """
        server    \(server.address)
        who       token:t
        scopes    all
        instance  administers it, with every project

        """)
    #expect(server.requests.map(\.target) == ["/api/v1/session", "/api/v1/session"])
  }

  @Test func `an account is changed with the version that was read`() async throws {
    let server = try ScriptedServer(.json(200, account), .json(200, account))
    let outcome = try await run(
      ["accounts", "update", "ann@example.com", "--name", "Ann", "--root"], environment: Tokens.variables(for: server))
    #expect(outcome.output == "ann@example.com is \"Ann\" and an administrator of the instance.\n")
    #expect(server.requests.map(\.method) == ["GET", "PATCH"])
    #expect(server.requests.last?.headers["if-match"] == "\"3\"")
    #expect(try server.requests.last?.document() == ["name": "Ann", "root": true])
  }

  @Test(arguments: [["--root", "--no-root"], []])
  func `what is changed of an account has to be said`(words: [String]) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["accounts", "update", "a"] + words, environment: Tokens.variables(for: server))
    #expect(outcome.code == 64 && server.requests.isEmpty)
  }

  @Test func `somebody is signed out everywhere`() async throws {
    let server = try ScriptedServer(.json(204, .null))
    let outcome = try await run(["accounts", "sign-out", "a_1"], environment: Tokens.variables(for: server))
    #expect(outcome.output == "a_1 is signed out everywhere.\n")
    #expect(server.requests.map(\.target) == ["/api/v1/accounts/a_1/sessions"])
  }
}
