import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct ReferencesCommandTests {
  private static let code = """
    import Serin
    func show(_ flags: Flags) -> Bool { flags.isEnabled("new_checkout", default: false) }
    """

  private static let stored: JSONValue = [
    "repository": "acme/shop", "branch": "main", "commit": "1a2b", "link": .null, "references": 1,
    "updatedAt": "2026-11-30T09:00:00.000Z",
  ]

  @Test func `the places are sent with their paths from the root on`() async throws {
    let folder = try TemporaryFolder(["Sources/App/A.swift": Self.code])
    let server = try ScriptedServer(.json(200, Self.stored))
    var variables = Tokens.variables(for: server)
    variables["GITHUB_REPOSITORY"] = "acme/shop"
    variables["GITHUB_SHA"] = "1a2b"
    let outcome = try Binary.run(
      ["references", "push", "./Sources/", "--branch", "main", "--link", "https://x/{file}", "--reason", "nightly"],
      environment: variables, folder: folder.path)
    #expect(outcome == Outcome(code: 0, output: "sent 1 place of acme/shop, main\n", messages: ""))
    let request = try #require(server.requests.first)
    #expect(request.method == "PUT" && request.target == "/api/v1/projects/shop/code-references")
    #expect(
      try request.document() == [
        "repository": "acme/shop", "branch": "main", "commit": "1a2b", "link": "https://x/{file}", "reason": "nightly",
        "references": [
          [
            "flag": "new_checkout", "file": "Sources/App/A.swift", "line": 2, "column": 53, "kind": "literal",
            "snippet": .string(Self.code.components(separatedBy: "\n")[1]),
          ]
        ],
      ])
  }

  @Test func `what the server does not keep is left out and told, and the rest is sent`() async throws {
    let long = String(repeating: "k", count: 257)
    let folder = try TemporaryFolder([
      "A.swift": """
      flags.logImpression("")
      flags.logImpression("\(long)")
      flags.logImpression("a\\u{1}")
      flags.logImpression("good") // \u{0} \u{1B} .
      """,
      String(repeating: "d", count: 200) + "/B.swift": "flags.logImpression(\"good\")",
      "C\u{7F}.swift": "flags.logImpression(\"good\")",
      "D.swift": "flags.logImpression(\"good\") // e" + String(repeating: "\u{301}", count: 3_000),
    ])
    let server = try ScriptedServer(.json(200, ["references": 3]), .json(200, ["references": 3]))
    let words = ["references", "push", "--repository", "r", "--branch", "b", "--commit", "c"]
    let outcome = try Binary.run(words, environment: Tokens.variables(for: server), folder: folder.path)
    #expect(outcome.code == 0)
    #expect(
      outcome.messages == """
        serin: 3 places are left out, the first at A.swift:1:21: flag must be a flag's key; a key is 1 to 256 bytes \
        without control characters
        serin: 1 place is left out, at C\\u{7f}.swift:1:21: file must be 1 to 1000 bytes of text without control \
        characters
        serin: the text of 1 line is not sent whole: snippet must be at most 4000 bytes of text without U+0000

        """)
    let sent = try server.requests.first?.document()["references"]?.arrayValue ?? []
    #expect(sent.map { $0["file"]?.stringValue?.suffix(7) } == ["A.swift", "D.swift", "B.swift"])
    #expect(sent.first?["snippet"] == "flags.logImpression(\"good\") // \u{FFFD} \u{1B} .")
    #expect(sent[1]["snippet"]?.stringValue?.utf8.count == 4_000)
    let json = try Binary.run(words + ["--json"], environment: Tokens.variables(for: server), folder: folder.path)
    #expect(json.messages.isEmpty)
    #expect(try json.document()["leftOut"]?.arrayValue?.map { $0["count"] } == [3, 1])
    #expect(try json.document()["leftOut"]?[0]?["first"] == "A.swift:1:21")
  }

  @Test(arguments: [
    (["references", "push", "--branch", "b", "--commit", "c"], "--repository is missing (or set GITHUB_REPOSITORY)"),
    (["references", "push", "--repository", "r", "--commit", "c"], "--branch is missing (or set GITHUB_REF_NAME)"),
    (["references", "push", "--repository", "r", "--branch", "b"], "--commit is missing (or set GITHUB_SHA)"),
    (
      ["references", "push", "/", "--repository", "r", "--branch", "b", "--commit", "c"],
      "/ is not below the present folder, which should be the repository's root"
    ),
    (["references", "remove", "--branch", "b"], "--repository is missing"),
    (["references", "list", "k", "--limit", "0"], "--limit: \"0\" is not a whole number from 1 to 1000"),
  ])
  func `what is missing is said before anything is read or sent`(words: [String], message: String) async throws {
    let outcome = try await run(words)
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: " + message), "\(outcome.messages)")
  }

  @Test func `a server that stored something else did not do as asked`() async throws {
    let folder = try TemporaryFolder(["A.swift": Self.code])
    let server = try ScriptedServer(.json(200, ["references": 7]))
    let outcome = try Binary.run(
      ["references", "push", "--repository", "r", "--branch", "b", "--commit", "c"],
      environment: Tokens.variables(for: server), folder: folder.path)
    #expect(outcome.code == 4)
    #expect(outcome.messages.contains("its answer does not say \"references\": 1"))
  }

  @Test func `places of a flag are listed, and how many there are`() async throws {
    var scan = Self.stored.objectValue ?? [:]
    scan["references"] = [
      ["file": "A.swift", "line": 3, "column": 9, "kind": "literal", "snippet": "a \u{1B}[2J", "url": "https://x"]
    ]
    let server = try ScriptedServer(.json(200, ["flag": "f", "total": 12, "scans": [.object(scan)]]))
    let outcome = try await run(
      ["references", "list", "f", "--limit", "1"], environment: Tokens.variables(for: server))
    #expect(
      outcome.output == """
        REPOSITORY  BRANCH  PLACE        KIND     LINE
        acme/shop   main    A.swift:3:9  literal  a \\u{1b}[2J

        """)
    #expect(outcome.messages == "serin: 1 of 12 places; --limit shows more\n")
    #expect(server.requests.map(\.target) == ["/api/v1/projects/shop/flags/f/code-references?limit=1"])
  }

  @Test func `branches are listed and removed`() async throws {
    let server = try ScriptedServer(.json(200, ["scans": [Self.stored]]), .json(204, .null))
    let variables = Tokens.variables(for: server)
    let list = try await run(["references", "list"], environment: variables)
    #expect(
      list.output == """
        REPOSITORY  BRANCH  COMMIT  PLACES  SENT
        acme/shop   main    1a2b    1       2026-11-30T09:00:00.000Z

        """)
    let removed = try await run(
      ["references", "remove", "--repository", "acme/shop", "--branch", "main"], environment: variables)
    #expect(removed == Outcome(code: 0, output: "removed acme/shop, main\n", messages: ""))
    #expect(try server.requests.last?.document() == ["repository": "acme/shop", "branch": "main"])
    #expect(server.requests.last?.method == "DELETE")
  }
}
