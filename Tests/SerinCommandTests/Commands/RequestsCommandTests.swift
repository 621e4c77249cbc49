import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct RequestsCommandTests {
  private let target = "/api/v1/projects/shop/environments/production/change-requests"
  private let request: JSONValue = [
    "id": "cr_1", "environment": "production", "state": "open", "title": "On", "description": "", "by": "account:a",
    "change": ["operation": "promoteFlags", "from": "staging", "flags": ["f", "g"]], "contentHash": "c0ffee",
    "createdAt": "2027-01-15T09:00:00.000Z", "schedule": nil, "etag": "1", "approvalsNeeded": 2,
    "verdicts": [
      ["by": "account:b", "verdict": "approve", "counts": true],
      ["by": "account:c", "verdict": "approve", "counts": false],
    ], "comments": [["by": "account:b", "text": "fine"]], "obstacle": "f was changed",
    "difference": [
      [
        "kind": "flag", "key": "f", "environment": "production",
        "changes": [["path": "default", "before": "off", "after": "on"]],
      ]
    ],
  ]

  private func request(_ state: JSONValue) -> JSONValue {
    var changed = request.objectValue ?? [:]
    changed["state"] = state
    return .object(changed)
  }

  @Test func `the list has a row for each request`() async throws {
    let server = try ScriptedServer(.json(200, ["changeRequests": [request]]))
    let outcome = try await run(
      ["requests", "list", "--state", "open"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        ID    STATE  TITLE  CHANGE                          BY         CREATED
        cr_1  open   On     promoteFlags f, g from staging  account:a  2027-01-15T09:00:00.000Z

        """)
    #expect(server.requests.map(\.target) == [target + "?state=open"])
  }

  @Test func `one is shown with difference, verdicts, comments and the hash to approve`() async throws {
    let server = try ScriptedServer(.json(200, request))
    let outcome = try await run(["requests", "show", "cr_1"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        request      cr_1
        title        On
        state        open
        environment  production
        change       promoteFlags f, g from staging
        by           account:a
        created      2027-01-15T09:00:00.000Z
        hash         c0ffee
        approvals    1 of 2
        approve      account:b
        approve      account:c, of an earlier content
        comment      account:b: fine
        obstacle     f was changed
        flag f in production
          ~ default: "off" -> "on"

        """)
  }

  @Test func `a change is proposed as the options say`() async throws {
    let server = try ScriptedServer(.json(201, request))
    let outcome = try await run(
      [
        "requests", "propose", "promoteFlags", "f", "g", "--from", "staging", "--segments", "--title", "On",
        "--description", "now",
      ], environment: Tokens.variables(for: server))
    #expect(outcome.output == "cr_1 is proposed for production.\n")
    #expect(
      try server.requests.last?.document() == [
        "title": "On", "description": "now",
        "change": ["operation": "promoteFlags", "from": "staging", "flags": ["f", "g"], "segments": true],
      ])
  }

  @Test func `a stale request is shown with what has changed since it was proposed`() async throws {
    var stale = request.objectValue ?? [:]
    stale["changed"] = [
      ["kind": "segment", "key": "s", "environment": nil, "changes": [["path": "tags", "before": [], "after": ["x"]]]]
    ]
    let server = try ScriptedServer(.json(200, .object(stale)))
    let outcome = try await run(["requests", "show", "cr_1"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output.hasSuffix(
        """
        changed since it was proposed:
          segment s
            ~ tags: [] -> ["x"]
        what it would change now:
          flag f in production
            ~ default: "off" -> "on"

        """))
    #expect(outcome.messages.contains("\"serin requests rebase cr_1\""))
  }

  @Test func `a comment is written`() async throws {
    let server = try ScriptedServer(.json(201, ["id": "cm_1", "text": "why?"]))
    let outcome = try await run(
      ["requests", "comment", "cr_1", "why?"], environment: Tokens.variables(for: server))
    #expect(outcome.output == "commented on cr_1.\n")
    #expect(server.requests.last?.target == target + "/cr_1/comments")
  }

  @Test func `an approval is of the content that was named`() async throws {
    let server = try ScriptedServer(
      .json(200, request("approved")), .problem(412, "preconditionFailed", "it is another one now"))
    let environment = Tokens.variables(for: server)
    let words = ["requests", "approve", "cr_1", "--hash", "c0ffee", "--reason", "seen"]
    #expect(try await run(words, environment: environment).output == "approved cr_1; it can be applied.\n")
    #expect(try server.requests.last?.document() == ["contentHash": "c0ffee", "reason": "seen"])
    #expect(try await run(words, environment: environment).code == ExitCode.conflict.rawValue)
    // What nobody has seen is not approved.
    let blind = try await run(["requests", "approve", "cr_1"], environment: environment, input: "y\n")
    #expect(blind.code == 64 && blind.messages.contains("give --hash"))
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [("reject", "rejected cr_1.\n"), ("withdraw", "cr_1 is withdrawn.\n")])
  func `a request is closed with the content that it has`(command: String, sentence: String) async throws {
    let server = try ScriptedServer(.json(200, request), .json(200, request("rejected")))
    let outcome = try await run(
      ["requests", command, "cr_1", "--reason", "no"], environment: Tokens.variables(for: server))
    #expect(outcome.output == sentence)
    #expect(server.requests.map(\.target) == [target + "/cr_1", target + "/cr_1/reject"])
    #expect(try server.requests.last?.document() == ["contentHash": "c0ffee", "reason": "no"])
  }

  @Test func `an approved request is applied now or by a schedule`() async throws {
    var planned = request("approved").objectValue ?? [:]
    planned["schedule"] = "j_1"
    let server = try ScriptedServer(.json(200, request("applied")), .json(200, .object(planned)))
    let environment = Tokens.variables(for: server)
    #expect(
      try await run(["requests", "apply", "cr_1"], environment: environment).output
        == "cr_1 is applied to production.\n")
    let later = try await run(
      ["requests", "apply", "cr_1", "--wall-time", "2027-01-15T09:00", "--zone", "UTC"], environment: environment)
    #expect(later.output == "cr_1 will be applied by the schedule j_1.\n")
    #expect(try server.requests.last?.document() == ["wallTime": "2027-01-15T09:00", "zone": "UTC"])
  }
}
