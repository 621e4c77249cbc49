import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct ContextsCommandTests {
  private let target = "/api/v1/projects/shop/environments/production/recent-contexts"
  private let kept: JSONObject = [
    "keepsContexts": true, "contexts": 2, "oldest": "2027-01-14T11:20:00.000Z", "newest": "2027-01-15T08:59:58.120Z",
    "capacity": 1000,
  ]

  @Test func `how many are kept is shown`() async throws {
    let server = try ScriptedServer(.json(200, .object(kept)))
    let outcome = try await run(["contexts", "show"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        environment     production
        keeps contexts  yes
        kept            2 of at most 1000
        oldest          2027-01-14T11:20:00.000Z
        newest          2027-01-15T08:59:58.120Z

        """)
    #expect(server.requests.map(\.target) == [target])
  }

  @Test func `the newest are listed with what they say`() async throws {
    var answer = kept
    answer["newestContexts"] = [
      [
        "at": "2027-01-15T08:59:58.120Z",
        "context": ["userID": "alice", "deviceID": "d1", "attributes": ["country": "DE", "age": 31]],
      ], ["at": "2027-01-14T11:20:00.000Z", "context": ["deviceID": "d\u{1B}2"]],
    ]
    let server = try ScriptedServer(.json(200, .object(answer)))
    let outcome = try await run(["contexts", "list", "--limit", "2"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output
        == #"""
        SEEN                      USER   DEVICE    ATTRIBUTES
        2027-01-15T08:59:58.120Z  alice  d1        age = 31, country = "DE"
        2027-01-14T11:20:00.000Z         d\u{1b}2

        """#)
    #expect(outcome.messages == "serin: 2 of at most 1000 are kept\n")
    #expect(server.requests.map(\.target) == [target + "?limit=2"])
  }

  @Test func `that none was seen is told from that none is kept`() async throws {
    var none = kept
    none["newestContexts"] = []
    var off = none
    off["keepsContexts"] = false
    let server = try ScriptedServer(.json(200, .object(none)), .json(200, .object(off)))
    let environment = Tokens.variables(for: server)
    #expect(
      try await run(["contexts", "list"], environment: environment).messages
        == "serin: production has seen no context within a day\n")
    #expect(
      try await run(["contexts", "list"], environment: environment).messages.hasPrefix(
        "serin: production keeps no contexts"))
  }

  @Test func `those of one user are deleted, or all`() async throws {
    let server = try ScriptedServer(.json(200, ["deleted": 1]), .json(200, ["deleted": 12]), .json(200, [:]))
    let environment = Tokens.variables(for: server)
    #expect(
      try await run(["contexts", "delete", "--user", "a&b"], environment: environment).output
        == "1 context of a&b deleted from production.\n")
    #expect(
      try await run(["contexts", "delete", "--all"], environment: environment).output
        == "12 contexts deleted from production.\n")
    #expect(server.requests.map(\.method) == ["DELETE", "DELETE"])
    #expect(server.requests.map(\.target) == [target + "?userID=a%26b", target])
    #expect(try await run(["contexts", "delete", "--all"], environment: environment).code == 4)
  }

  @Test(arguments: [["--user", "a", "--all"], []])
  func `whose are deleted has to be said`(words: [String]) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["contexts", "delete"] + words, environment: Tokens.variables(for: server))
    #expect(outcome.code == 64 && server.requests.isEmpty)
    #expect(outcome.messages.hasPrefix("serin: whose? Give either --user or --all"))
  }
}
