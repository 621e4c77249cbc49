import SerinFlags
import Testing

@testable import SerinCommand

/// Reading the log, and erasing from it.
@Suite struct AuditCommandTests {
  private static let row: JSONValue = [
    "sequence": 7, "at": "2027-01-15T09:00:00.000Z", "actor": "token:t_1", "via": "api", "action": "flag.kill",
    "object": "flag:f_1", "reason": "payments fail", "environment": "production", "revision": 42, "before": .null,
    "after": ["killed": true],
  ]

  @Test func `rows are listed, and a full page says how to go on`() async throws {
    let server = try ScriptedServer(.json(200, ["entries": [Self.row], "next": 7]))
    let outcome = try await run(
      ["audit", "list", "--object", "flag:f_1", "--after", "6", "--limit", "1"],
      environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        ROW  WHEN                      WHO        VIA  ACTION     OBJECT    ENVIRONMENT  REASON
        7    2027-01-15T09:00:00.000Z  token:t_1  api  flag.kill  flag:f_1  production   payments fail

        """)
    #expect(outcome.messages == "serin: there are more rows: --after 7 shows them\n")
    #expect(
      server.requests.map(\.target) == ["/api/v1/projects/shop/audit?limit=1&after=6&object=flag%3Af_1"])
  }

  @Test func `a page that is not full is the last one, and a program gets what was there before and after`()
    async throws
  {
    let answer: JSONValue = ["entries": [Self.row]]
    let server = try ScriptedServer(.json(200, answer), .json(200, answer), .json(200, ["entries": []]))
    let environment = Tokens.variables(for: server)
    #expect(try await run(["audit", "list"], environment: environment).messages.isEmpty)
    #expect(try await run(["audit", "list", "--json"], environment: environment).document() == answer)
    let empty = try await run(["audit", "list"], environment: environment)
    #expect(empty == Outcome(code: 0, output: "", messages: "serin: there are no such rows\n"))
  }

  @Test func `the instance has a log of its own`() async throws {
    let server = try ScriptedServer(.json(200, ["entries": []]))
    var environment = Tokens.variables(for: server)
    #expect(try await run(["audit", "list", "--instance"], environment: environment).code == 0)
    #expect(server.requests.map(\.target) == ["/api/v1/audit?limit=100"])
    environment["SERIN_PROJECT"] = nil
    let both = try await run(["audit", "list", "--instance", "--project", "shop"], environment: environment)
    #expect(both == Outcome(code: 64, output: "", messages: "serin: --instance and --project exclude each other\n"))
    #expect(server.requests.count == 1)
  }

  @Test func `erasing names the row and sends the reason`() async throws {
    let server = try ScriptedServer(.json(204, .null), .problem(404, "notFound", "there is no audit row \"9\""))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["audit", "erase", "7", "--reason", "asked for"], environment: environment)
    #expect(
      outcome == Outcome(code: 0, output: "row 7 no longer says what was there before and after.\n", messages: ""))
    let request = try #require(server.requests.first)
    #expect(request.method == "DELETE" && request.target == "/api/v1/projects/shop/audit/7/documents")
    #expect(try request.document() == ["reason": "asked for"])
    #expect(try await run(["audit", "erase", "9"], environment: environment).code == 5)
  }

  @Test(arguments: ["0", "-1", "x", "1.5"]) func `what is no row is refused before anything is sent`(
    row: String
  ) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["audit", "erase", "--", row], environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: \"\(row)\" is not the number of a row, a whole number from 1\n"))
    #expect(server.requests.isEmpty)
  }
}
