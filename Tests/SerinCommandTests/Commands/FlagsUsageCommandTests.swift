import SerinFlags
import Testing

@testable import SerinCommand

/// Who uses a flag, and which flags could go.
@Suite struct FlagsUsageCommandTests {
  private static let project = "/api/v1/projects/shop"

  private static func use(_ version: String, _ last: String) -> JSONValue {
    [
      "appVersion": .string(version), "firstEvaluatedAt": "2027-01-01T00:00:00.000Z",
      "lastEvaluatedAt": .string("2027-01-\(last)T09:00:00.000Z"),
    ]
  }

  private static func answer(_ version: String, _ evaluated: Double, rule: String = "default") -> JSONValue {
    [
      "ruleId": .string(rule), "variation": "on", "appVersion": .string(version), "evaluated": .number(evaluated),
      "exposed": 1,
    ]
  }

  private let usage: JSONValue = [
    "flag": "k", "recordedSince": "2026-11-01T00:00:00.000Z",
    "environments": [
      [
        "environment": "production", "versions": [use("5.2.0", "15"), use("", "14")], "unchanged": 0, "days": [],
        "answers": [answer("5.2.0", 3), answer("5.2.0", 4, rule: "r_1"), answer("", 2)],
      ], ["environment": "staging", "versions": [], "unchanged": 0, "days": [], "answers": []],
    ],
  ]

  @Test func `each version has a row with its counts added up`() async throws {
    let server = try ScriptedServer(.json(200, usage))
    let outcome = try await run(
      ["flags", "usage", "k", "--since", "2027-01-01T00:00:00Z"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        ENVIRONMENT  APP VERSION  EVALUATED  SEEN  FIRST                     LAST
        production   5.2.0        7          2     2027-01-01T00:00:00.000Z  2027-01-15T09:00:00.000Z
        production   (not said)   2          1     2027-01-01T00:00:00.000Z  2027-01-14T09:00:00.000Z

        """)
    #expect(server.requests.map(\.target) == [Self.project + "/flags/k/usage?since=2027-01-01T00%3A00%3A00Z"])
  }

  @Test func `a flag that nobody evaluated says since when that is known`() async throws {
    let server = try ScriptedServer(
      .json(200, ["flag": "k", "recordedSince": "2026-11-01T00:00:00.000Z", "environments": []]))
    let outcome = try await run(["flags", "usage", "k"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 0)
    #expect(outcome.messages.contains("nobody has evaluated k since the server counts (2026-11-01T00:00:00.000Z)"))
    #expect(server.requests.map(\.target) == [Self.project + "/flags/k/usage"])
  }

  private let stale: JSONValue = [
    "days": 90, "recordedSince": "2026-11-01T00:00:00.000Z", "knowsUnused": false,
    "flags": [
      [
        "key": "k", "kind": "release", "owner": "payments",
        "stale": [
          [
            "kind": "removeCode", "since": "2026-12-01T12:00:00.000Z",
            "environments": [
              ["environment": "production", "variation": "on", "versions": [use("5.2.0", "15"), use("4", "14")]],
              ["environment": "staging", "variation": .null, "versions": []],
            ],
          ]
        ],
      ]
    ],
  ]

  @Test func `stale flags are listed with what shows it`() async throws {
    let server = try ScriptedServer(.json(200, stale))
    let outcome = try await run(["flags", "stale", "--days", "90"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        KEY  KIND     OWNER     STALE       SINCE                     EVIDENCE
        k    release  payments  removeCode  2026-12-01T12:00:00.000Z  production serves on read by 5.2.0 and 1 more; staging not read

        """)
    #expect(outcome.messages.contains("usage is counted since 2026-11-01T00:00:00.000Z"))
    #expect(server.requests.map(\.target) == [Self.project + "/stale?days=90"])
  }

  @Test func `a program gets the answers as they are`() async throws {
    let server = try ScriptedServer(.json(200, usage), .json(200, stale))
    let environment = Tokens.variables(for: server)
    #expect(try await run(["flags", "usage", "k", "--json"], environment: environment).document() == usage)
    #expect(try await run(["flags", "stale", "--json"], environment: environment).document() == stale)
    #expect(server.requests.last?.target == Self.project + "/stale?days=30")
  }

  @Test(arguments: ["0", "401", "x"]) func `a number of days that the server does not take is refused here`(
    days: String
  ) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["flags", "stale", "--days", days], environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages == "serin: --days: \"\(days)\" is not a whole number from 1 to 400\n")
    #expect(server.requests.isEmpty)
  }

  @Test func `failures of the server end as those of other commands do`() async throws {
    let server = try ScriptedServer(
      .problem(404, "flagNotFound", "project \"shop\" has no flag \"k\""), .problem(401, "unauthorized", "No."))
    let environment = Tokens.variables(for: server)
    #expect(try await run(["flags", "usage", "k"], environment: environment).code == 5)
    #expect(try await run(["flags", "stale"], environment: environment).code == 3)
  }
}
