import SerinFlags
import Testing

@testable import SerinCommand

/// Changes that are made later: what the options say and how answers are put into words.
@Suite struct PlannedChangeTests {
  private let schedule: JSONValue = ["id": "j_1", "at": "2027-01-15T09:00:00Z", "state": "waiting"]

  private func planned(_ words: [String]) async throws -> JSONValue? {
    let server = try ScriptedServer(.json(201, schedule))
    let outcome = try await run(
      ["schedules", "create"] + words + ["--at", "2027-01-15T09:00:00Z"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 0, "\(outcome.messages)")
    return try server.requests.last?.document()["change"]
  }

  @Test func `the key of an earlier flag is taken over with a reason`() async throws {
    let folder = try TemporaryFolder(["f.json": #"{"kind":"ops"}"#])
    let words = ["createFlag", "f", "--file", folder.path + "/f.json", "--reuse-key", "--reason", "gone"]
    let wanted: JSONValue = [
      "operation": "createFlag", "flag": "f", "document": ["kind": "ops"], "reuseKey": true, "reason": "gone",
    ]
    #expect(try await planned(words) == wanted)
    var acknowledged = wanted.objectValue ?? [:]
    acknowledged["acknowledge"] = "recentlyUsed"
    #expect(try await planned(words + ["--acknowledge", "recentlyUsed"]) == .object(acknowledged))
  }

  @Test func `a proposal takes the key over with the reason of the change`() async throws {
    let folder = try TemporaryFolder(["f.json": #"{"kind":"ops"}"#])
    let server = try ScriptedServer(.json(201, ["id": "cr_1", "state": "open"]))
    let outcome = try await run(
      [
        "requests", "propose", "createFlag", "f", "--file", folder.path + "/f.json", "--title", "New", "--reuse-key",
        "--reason", "gone",
      ], environment: Tokens.variables(for: server))
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(
      try server.requests.last?.document() == [
        "title": "New",
        "change": [
          "operation": "createFlag", "flag": "f", "document": ["kind": "ops"], "reuseKey": true, "reason": "gone",
        ],
      ])
  }

  @Test func `parts of flags are taken over`() async throws {
    #expect(
      try await planned(["promoteFlags", "f", "--from", "staging", "--parts", "targeting,values"])
        == ["operation": "promoteFlags", "from": "staging", "flags": ["f"], "parts": ["targeting", "values"]])
  }

  @Test(arguments: [
    (["createFlag", "f", "--file", "{file}", "--reuse-key"], "--reuse-key needs --reason"),
    (
      ["createFlag", "f", "--file", "{file}", "--acknowledge", "recentlyUsed"],
      "createFlag takes --acknowledge only with --reuse-key"
    ), (["killFlag", "f", "--reuse-key"], "killFlag takes no --reuse-key"),
    (["promoteFlags", "--from", "staging", "--parts", "rules"], "--parts: \"rules\" is not a part"),
    (["replaceFlag", "f", "--set", "a=b", "--parts", "values"], "replaceFlag takes no --parts"),
  ])
  func `a wrong line is refused before anything is sent`(words: [String], message: String) async throws {
    let folder = try TemporaryFolder(["f.json": "{}"])
    let server = try ScriptedServer()
    let line = words.map { $0 == "{file}" ? folder.path + "/f.json" : $0 }
    let outcome = try await run(
      ["schedules", "create"] + line + ["--at", "2027-01-15T09:00:00Z"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: " + message), "\(outcome.messages)")
    #expect(server.requests.isEmpty)
  }

  private static let both: JSONValue = ["targeting", "values"]

  @Test(
    arguments: [
      (["operation": "killFlag", "flag": "f"], "killFlag f"),
      (["operation": "createFlag", "flag": "f", "reuseKey": true], "createFlag f, taking its key over"),
      (["operation": "promoteFlags", "from": "staging", "parts": both], "promoteFlags from staging"),
      (["operation": "promoteFlags", "from": "staging", "parts": ["values"]], "promoteFlags from staging: values"),
      (
        ["operation": "promoteFlags", "from": "staging", "flags": ["a", "b", "c", "d", "e", "f"]],
        "promoteFlags a, b, c, d and 2 more from staging"
      ), (["operation": "restoreFlagVersion", "flag": "f", "version": "3.7"], "restoreFlagVersion f to 3.7"),
      (["operation": "replaceFlag", "flag": "f", "patch": ["default": "on"]], "replaceFlag f: default"),
    ] as [(JSONValue, String)])
  func `a change is put into a few words`(change: JSONValue, words: String) {
    #expect(PlannedChange.words(change) == words)
  }
}
