import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct CheckCommandTests {
  private static let on: JSONValue = [
    "kind": "release", "owner": "shop", "expires": "2027-03-01", "off": "off", "default": "off",
    "variations": ["off": ["enabled": false], "on": ["enabled": true]], "rules": [],
  ]

  private static func archived() -> JSONValue {
    var object = on.objectValue ?? [:]
    object["archived"] = true
    return .object(object)
  }

  private func folder(_ code: String) throws -> TemporaryFolder {
    try TemporaryFolder([
      "App/A.swift": code,
      "flags.json": SampleRuleset.document(["checkout": Self.on, "gone": Self.archived()]).text(),
    ])
  }

  private func check(_ code: String, _ words: String..., environment: [String: String] = [:]) async throws -> Outcome {
    let folder = try folder(code)
    var outcome = try await run(
      ["check", folder.path + "/App", "--flags", folder.path + "/flags.json", "--as-of", "2027-01-01"] + words,
      environment: environment.mapValues { $0.replacing("FOLDER", with: folder.path) })
    outcome.output = outcome.output.replacing(folder.path, with: "FOLDER")
    outcome.messages = outcome.messages.replacing(folder.path, with: "FOLDER")
    return outcome
  }

  private let sound = "_ = flags.isEnabled(\"checkout\", default: false)"
  private let faulty = "_ = flags.isEnabled(\"chekout\", default: false); flags.logImpression(\"gone\")"

  @Test func `sound code ends with 0`() async throws {
    #expect(try await check(sound) == Outcome(code: 0, output: "", messages: "serin: nothing is wrong\n"))
  }

  @Test func `findings end with 6 and are lines as compilers write them`() async throws {
    #expect(
      try await check(faulty)
        == Outcome(
          code: 6,
          output: """
            FOLDER/App/A.swift:1:21: error: there is no flag "chekout" in the document; did you mean "checkout"? [unknown-flag]
            FOLDER/App/A.swift:1:69: error: flag "gone" is archived, so that nobody decides it any more; owner: shop [archived-in-use]
            FOLDER/flags.json: warning: flag "checkout" is nowhere in the code; owner: shop [unused-flag]

            """, messages: "serin: 2 errors, 1 warning\n"))
  }

  @Test func `the day decides, and a kill switch's day does not`() async throws {
    #expect(try await check(sound, "--as-of=2027-02-28").code == 64)
    let folder = try folder(sound)
    let words = ["check", folder.path + "/App", "--flags", folder.path + "/flags.json", "--as-of"]
    #expect(try await run(words + ["2027-02-28"]).code == 0)
    let expired = try await run(words + ["2027-03-01"])
    #expect(expired.code == 6)
    #expect(
      expired.output.contains(
        "warning: flag \"checkout\" expired on 2027-03-01 and is used in 1 place; owner: shop [expired]"))
  }

  @Test(arguments: [
    ([], 6), (["--fail-on", "error"], 6), (["--fail-on", "never"], 0),
    (["--severity", "unknown-flag=warning", "--severity", "archived-in-use=notice", "--fail-on", "error"], 0),
    (
      ["--severity", "unknown-flag=notice", "--severity", "archived-in-use=off", "--severity", "unused-flag=notice"], 0
    ),
    (["--severity", "unused-flag=error", "--fail-on", "notice"], 6),
  ])
  func `severities decide about the exit code`(words: [String], code: Int) async throws {
    let folder = try folder(faulty)
    let outcome = try await run(
      ["check", folder.path + "/App", "--flags", folder.path + "/flags.json", "--as-of", "2027-01-01"] + words)
    #expect(Int(outcome.code) == code)
  }

  @Test func `in a workflow paths begin at the checkout`() async throws {
    let outcome = try await check(faulty, "--format", "github", environment: ["GITHUB_WORKSPACE": "FOLDER"])
    #expect(outcome.code == 6)
    #expect(
      outcome.output.hasPrefix(
        "::error file=App/A.swift,line=1,col=21,title=unknown-flag::there is no flag \"chekout\" in the document; did you mean"
      ))
    #expect(
      outcome.output.contains("\n::warning title=unused-flag::flag \"checkout\" is nowhere in the code; owner: shop\n"))
  }

  @Test func `a path that is written in another way begins at the checkout as well`() async throws {
    let folder = try folder(faulty)
    let outcome = try await run(
      ["check", folder.path + "/./App/../App", "--flags", folder.path + "/flags.json", "--format", "github"],
      environment: ["GITHUB_WORKSPACE": folder.path + "/."])
    #expect(outcome.output.hasPrefix("::error file=App/A.swift,line=1,"))
  }

  @Test func `junit and JSON are whole documents, and JSON has no remarks beside it`() async throws {
    let junit = try await check(faulty, "--format", "junit")
    #expect(junit.output.hasPrefix("<?xml") && junit.output.hasSuffix("</testsuites>\n"))
    #expect(junit.messages == "serin: 2 errors, 1 warning\n")
    for words in [["--format", "json"], ["--json"]] {
      let folder = try folder(faulty)
      let outcome = try await run(
        ["check", folder.path, "--flags", folder.path + "/flags.json", "--as-of=2027-01-01"] + words)
      #expect(outcome.code == 6)
      #expect(outcome.messages.isEmpty)
      #expect(try outcome.document()["counts"] == ["error": 2, "warning": 1, "notice": 0])
      #expect(try outcome.document()["findings"]?[0]?["file"] == "App/A.swift")
    }
  }

  @Test func `online the server's flags count, with its archived ones`() async throws {
    var gone = Self.on.objectValue ?? [:]
    gone["archived"] = true
    let server = try ScriptedServer(
      .json(200, SampleRuleset.document(["checkout": Self.on, "gone": .object(gone)], environment: "production")))
    let folder = try folder(faulty)
    let outcome = try await run(
      ["check", folder.path + "/App", "--online", "--project", "shop", "--as-of", "2027-01-01"],
      environment: ["SERIN_URL": server.address, "SERIN_TOKEN": Tokens.admin])
    #expect(outcome.code == 6)
    #expect(outcome.messages == "serin: 2 errors, 1 warning\n")
    #expect(outcome.output.contains("production: warning: flag \"checkout\" is nowhere in the code"))
    #expect(
      server.requests.map(\.target) == ["/api/v1/projects/shop/environments/production/ruleset?archived=true"])
  }

  @Test func `an outage is no finding`() async throws {
    let folder = try folder(faulty)
    let outcome = try await run(
      ["check", folder.path, "--online", "--project", "shop", "--json"],
      environment: ["SERIN_URL": "http://127.0.0.1:9", "SERIN_TOKEN": Tokens.admin])
    #expect(outcome.code == 4)
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [
    (["--as-of", "2027-02-30"], "--as-of: \"2027-02-30\" is not a day such as 2027-03-01"),
    (["--severity", "expired"], "--severity: \"expired\" is not KIND=LEVEL; kinds are expired, archived-in-use,"),
    (["--severity", "old=off"], "--severity: \"old=off\" is not KIND=LEVEL"),
    (["--fail-on", "off"], "--fail-on: \"off\" is not error, warning, notice or never"),
    (["--format", "xml"], "--format: \"xml\" is not one of text, github, junit, json"),
    (["--format", "junit", "--json"], ""),
    (["--online", "--flags", "f"], "--online and --flags cannot be given together"),
    (["--flags", "/nowhere/flags.json"], "cannot read /nowhere/flags.json: no such file or directory"),
  ])
  func `wrong arguments are named`(words: [String], message: String) async throws {
    let folder = try folder(sound)
    let outcome = try await run(["check", folder.path] + words)
    #expect(outcome.code == 64)
    #expect(outcome.output.isEmpty)
    if !message.isEmpty { #expect(outcome.messages.hasPrefix("serin: " + message)) }
  }

  @Test func `a document that is none, or has a flag that cannot be understood, is refused`() async throws {
    let folder = try folder(sound)
    try folder.write("{\"schema\": 9, \"flags\": {}}", to: "new.json")
    #expect(try await run(["check", folder.path, "--flags", folder.path + "/new.json"]).code == 65)
    try folder.write(SampleRuleset.document(["checkout": ["kind": "unheard-of"]]).text(), to: "odd.json")
    let outcome = try await run(["check", folder.path + "/App", "--flags", folder.path + "/odd.json"])
    #expect(outcome.code == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("odd.json has flags that cannot be understood"))
    #expect(outcome.messages.contains("flags.checkout"))
  }

  @Test func `a flag is expired also when it is decided by what this version does not know`() async throws {
    let folder = try folder(sound)
    let rule: JSONValue = ["id": "r_1", "when": ["attribute": "a", "op": "newer", "value": 1], "serve": "on"]
    let flag: JSONValue = [
      "kind": "release", "owner": "shop", "expires": "2020-01-01", "rules": [rule],
      "prerequisites": [["flag": "base", "enabled": true]],
    ]
    try folder.write(
      SampleRuleset.document(["checkout": flag, "base": ["kind": "ops", "owner": "shop"]]).text(), to: "newer.json")
    let outcome = try await run(["check", folder.path + "/App", "--flags", folder.path + "/newer.json", "--json"])
    #expect(outcome.code == 6)
    // `base` is needed by the other flag, whatever that is decided by.
    let findings = try outcome.document()["findings"]?.arrayValue ?? []
    #expect(findings.map { [$0["kind"], $0["flag"]] } == [["expired", "checkout"]])
  }

  @Test func `the example app, whose flags the build plugin declares, is sound`() async throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../").standardizedFileURL.path
    let example = (root.hasSuffix("/") ? root : root + "/") + "Examples/TypedFlags"
    let flags = example + "/Sources/TypedFlags/flags.json"
    let scan = try await run(["scan", example, "--flags", flags, "--json"]).document()
    let kinds = (scan["references"]?.arrayValue ?? []).compactMap { $0["kind"]?.stringValue }
    #expect(kinds.contains("generated"))
    let outcome = try await run(["check", example, "--flags", flags, "--as-of", "2026-11-30"])
    #expect(outcome == Outcome(code: 0, output: "", messages: "serin: nothing is wrong\n"))
  }
}
