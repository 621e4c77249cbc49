import SerinFlags
import Testing

@testable import SerinCommand

/// `serin requests edit`, `rebase` and `break-glass`.
@Suite struct RequestsEditingCommandTests {
  private let target = "/api/v1/projects/shop/environments/production/change-requests/cr_1"

  private func request(_ etag: String, hash: String = "c0ffee", state: JSONValue = "open") -> JSONValue {
    ["id": "cr_1", "environment": "production", "state": state, "contentHash": .string(hash), "etag": .string(etag)]
  }

  @Test func `another change is proposed whole, with the version that was read`() async throws {
    let server = try ScriptedServer(.json(200, request("3")), .json(200, request("4", hash: "beef")))
    let outcome = try await run(
      ["requests", "edit", "cr_1", "replaceFlag", "f", "--set", "default=on", "--title", "On"],
      environment: Tokens.variables(for: server))
    #expect(outcome.output == "cr_1 is changed; approvals of its earlier content do not count any more.\n")
    #expect(
      outcome.messages == "serin: somebody else looks at it and approves it with: \"serin requests approve cr_1\"\n")
    #expect(server.requests.map(\.method) == ["GET", "PATCH"])
    #expect(server.requests.last?.target == target)
    #expect(server.requests.last?.headers["if-match"] == "\"3\"")
    #expect(
      try server.requests.last?.document() == [
        "title": "On", "change": ["operation": "replaceFlag", "flag": "f", "patch": ["default": "on"]],
      ])
  }

  @Test func `words alone leave the approvals, and the same words leave the request`() async throws {
    let server = try ScriptedServer(
      .json(200, request("3", state: "approved")), .json(200, request("4", state: "approved")),
      .json(200, request("4")), .json(200, request("4")))
    let words = ["requests", "edit", "cr_1", "--description", "why", "--environment", "production"]
    let environment = Tokens.variables(for: server)
    let outcome = try await run(words, environment: environment)
    #expect(outcome.output == "cr_1 is changed; what it would write is the same, so approvals stay.\n")
    // The line that comes next is for the environment that was named.
    #expect(
      outcome.messages == "serin: apply it with: \"serin requests apply cr_1 --environment production\"\n")
    #expect(try await run(words, environment: environment).output == "cr_1 is as it was.\n")
  }

  @Test func `somebody else's change of the same ends with 2`() async throws {
    let server = try ScriptedServer(
      .json(200, request("3")), .problem(412, "preconditionFailed", "somebody changed it"))
    let outcome = try await run(
      ["requests", "edit", "cr_1", "--title", "On"], environment: Tokens.variables(for: server))
    #expect(outcome.code == ExitCode.conflict.rawValue)
  }

  @Test(arguments: [
    (["--set", "default=on"], "--set belongs to an OPERATION"),
    (["--reason", "x"], "--reason belongs to an OPERATION"),
    ([], "nothing to change"), (["killFlag", "f", "--reason", "x"], "--reason belongs to --reuse-key"),
    (["killFlag"], "killFlag takes one KEY"),
  ])
  func `a wrong edit is refused before anything is sent`(words: [String], message: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["requests", "edit", "cr_1"] + words, environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: " + message), "\(outcome.messages)")
    #expect(server.requests.isEmpty)
  }

  @Test func `a request starts from what is there now, if it does not already`() async throws {
    let server = try ScriptedServer(
      .json(200, request("3", state: "stale")), .json(200, request("4", hash: "beef")), .json(200, request("4")),
      .json(200, request("4")))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["requests", "rebase", "cr_1"], environment: environment)
    #expect(
      outcome.output
        == "cr_1 starts from what is there now; approvals of its earlier content do not count any more.\n")
    #expect(server.requests.last?.target == target + "/rebase")
    #expect(
      try await run(["requests", "rebase", "cr_1"], environment: environment).output
        == "cr_1 starts from what is there already.\n")
  }

  @Test func `the glass is broken with a reason and a yes, and believed only when the answer says so`() async throws {
    let server = try ScriptedServer(.json(200, request("5", state: "applied")), .json(200, request("5")))
    let environment = Tokens.variables(for: server)
    let words = ["requests", "break-glass", "cr_1", "--reason", "down"]
    let unasked = try await run(words, environment: environment, input: "y\n")
    #expect(unasked.code == 64 && unasked.messages.contains("give --yes"))
    #expect(try await run(["requests", "break-glass", "cr_1", "--yes"], environment: environment).code == 64)
    #expect(server.requests.isEmpty)
    #expect(
      try await run(words + ["--yes"], environment: environment).output
        == "cr_1 is applied to production without the approvals that it lacked.\n")
    #expect(server.requests.map(\.target) == [target + "/break-glass"])
    #expect(try server.requests.last?.document() == ["reason": "down"])
    #expect(try await run(words + ["--yes"], environment: environment).code == 4)
  }

  @Test func `a refusal for want of approvals, and one of a stale request, name the command that leads on`()
    async throws
  {
    let server = try ScriptedServer(
      .json(403, ["code": "approvalRequired", "detail": "production is protected", "propose": "/api/v1/x"]),
      .json(409, ["code": "conflict", "detail": "it has changed", "changed": []]))
    let environment = Tokens.variables(for: server)
    let refused = try await run(["flags", "unkill", "f"], environment: environment)
    #expect(refused.code == 3 && refused.messages.contains("\"serin requests propose\""))
    let stale = try await run(["requests", "apply", "cr_1"], environment: environment)
    #expect(stale.code == 2 && stale.messages.contains("\"serin requests rebase\""))
  }
}
