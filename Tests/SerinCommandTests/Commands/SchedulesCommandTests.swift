import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct SchedulesCommandTests {
  private let target = "/api/v1/projects/shop/schedules"
  private let schedule: JSONValue = [
    "id": "j_1", "at": "2027-01-15T08:00:00.000Z", "wallTime": "2027-01-15T09:00", "zone": "Europe/Berlin",
    "environment": "production", "state": "waiting", "by": "token:t", "reason": "go", "attempts": 0, "etag": "3",
    "createdAt": "2027-01-10T09:00:00.000Z",
    "change": ["operation": "replaceFlag", "flag": "f", "patch": ["default": "on"], "version": "3.8"],
  ]

  @Test func `the list has a row for each planned change`() async throws {
    let request: JSONValue = [
      "id": "j_2", "at": "2027-02-01T00:00:00.000Z", "environment": nil, "state": "failed", "by": "token:t",
      "changeRequest": "cr_1",
    ]
    let server = try ScriptedServer(.json(200, ["schedules": [schedule, request]]), .json(200, ["schedules": []]))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["schedules", "list", "--flag", "f", "--all"], environment: environment)
    #expect(
      outcome.output == """
        ID   AT                        ENVIRONMENT  CHANGE                  STATE    BY
        j_1  2027-01-15T08:00:00.000Z  production   replaceFlag f: default  waiting  token:t
        j_2  2027-02-01T00:00:00.000Z               change request cr_1     failed   token:t

        """)
    #expect(server.requests.last?.target == target + "?flag=f&finished=true")
    #expect(try await run(["schedules", "list"], environment: environment).messages == "serin: no change is planned\n")
  }

  @Test func `one is shown with the wall time that was meant`() async throws {
    let server = try ScriptedServer(.json(200, schedule))
    let outcome = try await run(["schedules", "show", "j_1"], environment: Tokens.variables(for: server))
    #expect(outcome.output.contains("at           2027-01-15T08:00:00.000Z (2027-01-15T09:00 Europe/Berlin)\n"))
    #expect(outcome.output.contains("change       replaceFlag f: default\n"))
    #expect(server.requests.map(\.target) == [target + "/j_1"])
  }

  @Test func `what the options say is planned`() async throws {
    let server = try ScriptedServer(.json(201, schedule), .json(201, schedule))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(
      [
        "schedules", "create", "replaceFlag", "f", "--set", "default=on", "--set", "rules:json=[]", "--wall-time",
        "2027-01-15T09:00", "--zone", "Europe/Berlin", "--reason", "go",
      ], environment: environment)
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.hasPrefix("j_1 is planned for 2027-01-15T08:00:00.000Z (2027-01-15T09:00 Europe/Berlin)"))
    #expect(
      try server.requests.last?.document() == [
        "environment": "production", "wallTime": "2027-01-15T09:00", "zone": "Europe/Berlin", "reason": "go",
        "change": ["operation": "replaceFlag", "flag": "f", "patch": ["default": "on", "rules": []]],
      ])
    _ = try await run(
      ["schedules", "create", "archiveFlag", "f", "--at", "2027-01-15T09:00:00Z"], environment: environment)
    #expect(
      try server.requests.last?.document() == [
        "at": "2027-01-15T09:00:00Z", "change": ["operation": "archiveFlag", "flag": "f"],
      ])
  }

  @Test func `moving sends the version that was read`() async throws {
    let server = try ScriptedServer(.json(200, schedule), .json(200, schedule))
    let outcome = try await run(
      ["schedules", "move", "j_1", "--at", "2027-01-16T09:00:00Z"], environment: Tokens.variables(for: server))
    #expect(outcome.output.hasPrefix("j_1 is planned for "))
    #expect(server.requests.map(\.method) == ["GET", "PATCH"])
    #expect(server.requests.last?.headers["if-match"] == "\"3\"")
  }

  @Test func `cancelling is believed only when the answer says so`() async throws {
    let server = try ScriptedServer(
      .json(200, ["id": "j_1", "state": "cancelled"]), .json(200, schedule))
    let environment = Tokens.variables(for: server)
    #expect(
      try await run(["schedules", "cancel", "j_1", "--reason", "no"], environment: environment).output
        == "j_1 is cancelled.\n")
    #expect(try server.requests.last?.document() == ["reason": "no"])
    #expect(try await run(["schedules", "cancel", "j_1"], environment: environment).code == 4)
  }

  @Test(arguments: [
    (["killFlag", "f"], "when? Give either --at"), (["killFlag", "f", "--at", "soon"], "--at: \"soon\""),
    (["killFlag", "f", "--wall-time", "2027-01-15T09:00"], "when?"),
    (["killFlag", "--at", "x"], "killFlag takes one KEY"),
    (["explode", "f"], "\"explode\" is not an operation"),
    (["killFlag", "f", "--set", "a=b"], "killFlag takes no --set"),
    (["replaceFlag", "f"], "replaceFlag takes either --set"), (["promoteFlags"], "promoteFlags needs --from"),
    (["createFlag", "f"], "createFlag needs --file"),
    (["restoreFlagVersion", "f"], "restoreFlagVersion needs --version"),
    (["restoreSegmentVersion", "g"], "restoreSegmentVersion needs --version"),
    (["restoreSegmentVersion", "--version", "2.4"], "restoreSegmentVersion takes one KEY, the segment's"),
  ])
  func `a wrong line is refused before anything is sent`(words: [String], message: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["schedules", "create"] + words, environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: " + message), "\(outcome.messages)")
    #expect(server.requests.isEmpty)
  }
}
