import SerinFlags
import Testing

@testable import SerinCommand

/// Changes of a protected environment from the proposal to the end, with a real server.
@Suite struct ApprovalStoryTests {
  /// A server whose production is protected, and the token of a second person.
  private func protected() async throws -> (server: LiveServer, approver: String) {
    let server = try await LiveServer()
    let made = try await server.run(["keys", "create", "--kind", "admin", "--name", "approver"])
    let update = try await server.run(["environments", "update", "production", "--protect", "--reason", "policy"])
    #expect(update.code == 0, "\(update.messages)")
    return (server, made.output.split(separator: "\n").joined())
  }

  private func json(_ server: LiveServer, _ words: [String], token: String? = nil) async throws -> JSONValue {
    let outcome = try await server.run(words + ["--json"], token: token)
    #expect(outcome.code == 0, "\(words): \(outcome.messages)")
    return try outcome.document()
  }

  @Test func `a change is proposed, edited, overtaken, rebased, approved and applied`() async throws {
    let (server, approver) = try await protected()
    let direct = try await server.run(["flags", "edit", "new_checkout", "--set", "default=on", "--reason", "now"])
    #expect(direct.code == 3 && direct.messages.contains("\"serin requests propose\""), "\(direct.messages)")

    let proposed = try await json(
      server, ["requests", "propose", "replaceFlag", "new_checkout", "--set", "default=on", "--title", "On"])
    let id = try #require(proposed["id"]?.stringValue)
    let edited = try await json(
      server,
      [
        "requests", "edit", id, "replaceFlag", "new_checkout", "--set", "default=on", "--set", "description=one page",
      ])
    #expect(edited["contentHash"] != proposed["contentHash"])

    // A kill waits for nobody, and overtakes the request.
    #expect(try await server.run(["flags", "kill", "new_checkout"], token: approver).code == 0)
    let stale = try await server.run(["requests", "show", id])
    #expect(stale.output.contains("obstacle") && stale.output.contains("changed since it was proposed:"))
    #expect(stale.messages.contains("\"serin requests rebase \(id)\""))
    let hash = try #require(edited["contentHash"]?.stringValue)
    let early = try await server.run(["requests", "approve", id, "--hash", hash], token: approver)
    #expect(early.code == 2 && early.messages.contains("rebase"), "\(early.messages)")

    let rebased = try await json(server, ["requests", "rebase", id])
    #expect(rebased["state"] == "open")
    let next = try #require(rebased["contentHash"]?.stringValue)
    let approved = try await server.run(["requests", "approve", id, "--hash", next], token: approver)
    #expect(approved.output == "approved \(id); it can be applied.\n", "\(approved.messages)")
    #expect(approved.messages.contains("\"serin requests apply \(id)\""))
    #expect(try await server.run(["requests", "apply", id]).output == "\(id) is applied to production.\n")
    let flag = try await json(server, ["flags", "show", "new_checkout"])
    #expect(flag["document"]?["default"] == "on" && flag["killed"] == true)
    #expect(
      try await server.run(["requests", "list"]).messages
        == "serin: production has no change request that is not closed\n")
    await server.stop()
  }

  @Test func `in an emergency a change is applied without approvals, and the audit log names that`() async throws {
    let (server, _) = try await protected()
    let proposed = try await json(
      server, ["requests", "propose", "replaceFlag", "new_checkout", "--set", "default=on", "--title", "On"])
    let id = try #require(proposed["id"]?.stringValue)
    // What is proposed already is not to be proposed once more.
    let early = try await server.run(["requests", "apply", id])
    #expect(early.code == 3 && !early.messages.contains("requests propose"), "\(early.messages)")
    let broken = try await server.run(["requests", "break-glass", id, "--reason", "down", "--yes"])
    #expect(broken.code == 0, "\(broken.messages)")
    #expect(try await server.run(["audit", "list", "--limit", "1000"]).output.contains("flag.replace.breakGlass"))
    await server.stop()
  }

  @Test func `an edit is kept as a draft, which is outdated once the flag has changed`() async throws {
    let server = try await LiveServer()
    let folder = try TemporaryFolder(["edit.json": #"{"default":"on"}"#])
    let version = try #require(try await json(server, ["flags", "show", "new_checkout"])["etag"]?.stringValue)
    let saved = try await json(
      server, ["drafts", "save", "flag:new_checkout", "--file", folder.path + "/edit.json", "--base", version])
    #expect(saved["isOutdated"] == false)
    #expect(try await server.run(["flags", "edit", "new_checkout", "--set", "default=on"]).code == 0)
    let shown = try await server.run(["drafts", "show", "flag:new_checkout"])
    #expect(try shown.document() == ["default": "on"])
    #expect(shown.messages.contains("it started from \(version); "))
    #expect(try await server.run(["drafts", "remove", "flag:new_checkout"]).code == 0)
    #expect(try await server.run(["drafts", "show", "flag:new_checkout"]).code == 5)
    await server.stop()
  }
}
