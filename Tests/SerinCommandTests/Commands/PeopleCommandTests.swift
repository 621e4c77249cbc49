import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct PeopleCommandTests {
  private struct Case: Sendable {
    var line: String
    var method: String
    var target: String
    var body: JSONValue?
  }

  private static let cases = [
    Case(
      line: "accounts invite ann@example.com --root --expires-in 1 --reason new", method: "POST",
      target: "/api/v1/invitations",
      body: ["email": "ann@example.com", "root": true, "expiresIn": 3600, "reason": "new"]),
    Case(
      line: "members invite bob@example.com --role viewer --release staging", method: "POST",
      target: "/api/v1/projects/shop/invitations",
      body: ["email": "bob@example.com", "role": "viewer", "releases": ["staging"], "expiresIn": 604_800]),
    Case(
      line: "members set bob@example.com --release staging --release production --force", method: "PUT",
      target: "/api/v1/projects/shop/members/bob@example.com",
      body: ["releases": ["staging", "production"], "force": true]),
    Case(
      line: "members remove bob@example.com", method: "DELETE",
      target: "/api/v1/projects/shop/members/bob@example.com", body: nil),
    Case(
      line: "accounts disable bob@example.com --force", method: "PATCH", target: "/api/v1/accounts/bob@example.com",
      body: ["disabled": true, "force": true]),
    Case(
      line: "accounts enable bob@example.com", method: "PATCH", target: "/api/v1/accounts/bob@example.com",
      body: ["disabled": false]),
    Case(
      line: "tokens create --name ci --scope read --scope edit --only shop/staging --expires 2027-06-01T00:00:00Z",
      method: "POST", target: "/api/v1/tokens",
      body: [
        "name": "ci", "kind": "personal", "scopes": ["read", "edit"], "environments": ["shop/staging"],
        "expiresAt": "2027-06-01T00:00:00Z",
      ]),
    Case(
      line: "tokens create --name ci --instance", method: "POST", target: "/api/v1/tokens",
      body: ["name": "ci", "kind": "instance"]),
    Case(
      line: "tokens rotate a1 --overlap 2", method: "POST", target: "/api/v1/tokens/a1/rotate",
      body: ["overlap": 7200]),
    Case(
      line: "tokens revoke a1 --force --reason stolen", method: "DELETE", target: "/api/v1/tokens/a1",
      body: ["force": true, "reason": "stolen"]),
    Case(
      line: "keys rotate a1", method: "POST", target: "/api/v1/projects/shop/keys/a1/rotate",
      body: ["overlap": 86_400]),
    Case(
      line: "keys create --kind admin --name ci --scope release --only production", method: "POST",
      target: "/api/v1/projects/shop/keys",
      body: ["kind": "admin", "name": "ci", "scopes": ["release"], "environments": ["production"]]),
  ]

  @Test(arguments: cases.indices)
  func aCommandAsksForWhatItSays(index: Int) async throws {
    let wanted = Self.cases[index]
    let server = try ScriptedServer(
      wanted.method == "DELETE"
        ? .json(204, .null) : .json(200, ["id": "b2", "secret": "s3cret", "value": "srn_admin_x"]))
    let outcome = try await run(
      wanted.line.split(separator: " ").map(String.init), environment: Tokens.variables(for: server))
    #expect(outcome.code == 0, "\(wanted.line): \(outcome.messages)")
    let request = try #require(server.requests.first)
    #expect(request.method == wanted.method)
    #expect(request.target.replacing("%40", with: "@") == wanted.target)
    if let body = wanted.body { #expect(try request.document() == body) } else { #expect(request.body.isEmpty) }
  }

  @Test(arguments: [
    ("accounts invite a@example.com", "s3cret"), ("members invite a@example.com --role viewer", "s3cret"),
    ("tokens create --name ci", "srn_admin_x"), ("tokens rotate a1", "srn_admin_x"), ("keys rotate a1", "srn_admin_x"),
  ])
  func aSecretStandsAloneOnStandardOutput(line: String, secret: String) async throws {
    let server = try ScriptedServer(.json(201, ["id": "b2", "secret": "s3cret", "value": "srn_admin_x"]))
    let outcome = try await run(line.split(separator: " ").map(String.init), environment: Tokens.variables(for: server))
    #expect(outcome.output == secret + "\n")
    #expect(outcome.messages.hasPrefix("serin: made a "))
    #expect(!outcome.messages.contains(secret))
  }

  @Test(arguments: ["members set a@example.com", "members invite a@example.com"])
  func somebodyIsMadeSomething(line: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(line.split(separator: " ").map(String.init), environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: give --role, --release or both\n"))
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["0", "721", "week"])
  func hoursAreWholeAndWithinBounds(hours: String) async throws {
    let outcome = try await run(["accounts", "invite", "a@example.com", "--expires-in", hours])
    #expect(outcome.code == 64)
    #expect(outcome.messages == "serin: --expires-in: \"\(hours)\" is not a whole number of hours from 1 to 720\n")
  }

  @Test func listsShowWhoAndWhat() async throws {
    let server = try ScriptedServer(
      .json(
        200,
        [
          "members": [
            ["email": "ann@example.com", "name": "Ann", "role": "admin", "releases": []],
            ["email": "bob@example.com", "name": "Bob", "role": .null, "releases": ["staging", "production"]],
          ]
        ]),
      .json(
        200,
        [
          "accounts": [
            ["id": "a_1", "email": "ann@example.com", "name": "Ann", "root": true, "createdAt": "2026-11-30"],
            [
              "id": "a_2", "email": "bob@example.com", "name": "Bob", "root": false, "createdAt": "2026-11-30",
              "disabledAt": "2026-12-01",
            ],
          ]
        ]),
      .json(
        200,
        [
          "tokens": [
            [
              "id": "t1", "account": "a_1", "name": "ci", "scopes": ["read", "edit"], "createdAt": "2026-11-30",
              "expiresAt": "2027-06-01", "lastUsed": "2026-12-01",
            ],
            ["id": "t2", "account": .null, "name": "administrator", "scopes": [], "createdAt": "2026-11-30"],
          ]
        ]))
    let environment = Tokens.variables(for: server)
    #expect(
      try await run(["members", "list"], environment: environment).output == """
        EMAIL            NAME  ROLE   RELEASES             DISABLED
        ann@example.com  Ann   admin
        bob@example.com  Bob          staging, production

        """)
    #expect(
      try await run(["accounts", "list"], environment: environment).output == """
        EMAIL            NAME  ROOT  CREATED     DISABLED    ID
        ann@example.com  Ann   yes   2026-11-30              a_1
        bob@example.com  Bob         2026-11-30  2026-12-01  a_2

        """)
    #expect(
      try await run(["tokens", "list"], environment: environment).output == """
        ID  OF   NAME           SCOPES      CREATED     EXPIRES     LAST USED   REVOKED
        t1  a_1  ci             read, edit  2026-11-30  2027-06-01  2026-12-01
        t2       administrator  all         2026-11-30

        """)
  }
}
