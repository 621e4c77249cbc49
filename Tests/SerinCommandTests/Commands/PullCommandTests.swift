import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct PullCommandTests {
  private static let archived: JSONValue = [
    "kind": "ops", "owner": "web", "off": "off", "default": "off", "archived": true,
    "variations": ["off": ["enabled": false], "on": ["enabled": true]], "rules": [],
  ]

  private static func ruleset(
    _ flags: JSONObject, revision: Double = 42, environment: String = "production"
  ) -> JSONValue {
    [
      "schema": 1, "project": "shop", "environment": .string(environment), "environmentId": "e_1", "epoch": 1,
      "revision": .number(revision), "flags": .object(flags),
    ]
  }

  private static let two: JSONObject = ["pay": SampleRuleset.plain, "gone": archived]

  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path + "/flags.json"
  }

  private func pull(_ answer: JSONValue, _ words: [String] = [], to name: String? = nil) async throws -> Outcome {
    let server = try ScriptedServer(.json(200, answer))
    let outcome = try await run(["pull", name ?? file] + words, environment: Tokens.variables(for: server))
    #expect(server.requests.count == 1)
    return outcome
  }

  private func text() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
  }

  private func identity() throws -> UInt64 {
    try #require(FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? UInt64)
  }

  @Test func `the file has the flags with the archived ones marked, and no revision`() async throws {
    let server = try ScriptedServer(.json(200, Self.ruleset(Self.two)))
    let outcome = try await run(["pull", file], environment: Tokens.variables(for: server))
    #expect(outcome == Outcome(code: 0, output: "", messages: "serin: wrote \(file): 1 flag, and 1 archived\n"))
    #expect(
      server.requests.map(\.target) == ["/api/v1/projects/shop/environments/production/ruleset?archived=true"])
    let document = try JSONValue(parsing: Array(text().utf8))
    #expect(document["flags"]?["gone"]?["archived"] == true)
    #expect(document["flags"]?["pay"] == SampleRuleset.plain)
    #expect(document["revision"] == nil && document["epoch"] == nil)
    #expect(try text().hasSuffix("}\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["flags.json"])
  }

  @Test func `the same flags at a later revision leave the file untouched`() async throws {
    _ = try await pull(Self.ruleset(Self.two))
    let before = try identity()
    let outcome = try await pull(Self.ruleset(Self.two, revision: 44))
    #expect(outcome.messages == "serin: \(file) is up to date\n")
    #expect(try identity() == before)
    let changed = try await pull(Self.ruleset(["pay": SampleRuleset.killed]))
    #expect(changed.messages == "serin: wrote \(file): 1 flag, and 0 archived\n")
    #expect(try identity() != before)
  }

  @Test func `a check says whether the file is up to date and writes nothing`() async throws {
    let missing = try await pull(Self.ruleset(Self.two), ["--check"])
    #expect(missing == Outcome(code: 6, output: "", messages: "serin: \(file) is missing; \"serin pull\" writes it\n"))
    #expect(!FileManager.default.fileExists(atPath: file))
    _ = try await pull(Self.ruleset(Self.two))
    #expect(try await pull(Self.ruleset(Self.two, revision: 50), ["--check"]).code == 0)
    let before = try text()
    let old = try await pull(Self.ruleset(["pay": SampleRuleset.plain]), ["--check"])
    #expect(old == Outcome(code: 6, output: "", messages: "serin: \(file) is out of date; \"serin pull\" writes it\n"))
    #expect(try text() == before)
    let json = try await pull(Self.ruleset(["pay": SampleRuleset.plain]), ["--check", "--json"])
    #expect(json.code == 6 && json.messages.isEmpty)
    #expect(try json.document() == ["file": .string(file), "result": "outOfDate"])
  }

  @Test func `a file of another environment is only replaced when the command line says so`() async throws {
    let staging = Self.ruleset(Self.two, environment: "staging")
    _ = try await pull(staging, ["--environment", "staging"])
    let before = try text()
    let refused = try await pull(Self.ruleset(Self.two))
    #expect(refused.code == 65)
    #expect(refused.messages.contains("is of the environment \"staging\", not \"production\""))
    #expect(try text() == before)
    #expect(try await pull(Self.ruleset(Self.two), ["--environment", "production"]).code == 0)
    #expect(try text() != before)
  }

  @Test(arguments: [
    ("{\"name\": \"package\"}", "schema: is missing"), ("<<<<<<< HEAD", "byte 0"), ("[]", "is not an object"),
    (
      #"{"$schema": "https://flagd.dev/schema/v0/flags.json", "flags": {"x": {"state": "ENABLED"}}, "evaluators": {}}"#,
      "schema: is missing"
    ),
    (#"{"flags": {"verbose": true}, "compiler": "-O2"}"#, "schema: is missing"),
    (#"{"flags": {}}"#, "schema: is missing"), (#"{"schema": 2, "flags": {}}"#, "schema 2 is not supported"),
    (#"{"schema": 1}"#, "flags: is missing"), (#"{"schema": 1, "flags": {}, "project": 7}"#, "project: "),
    (#"{"schema": 1, "flags": {}, "environment": []}"#, "environment: "),
    (#"{"schema": 1, "flags": [], "project": "shop"}"#, "flags: "),
    (#"{"schema": 1, "flags": {}, "compiler": "-O2"}"#, "compiler: is no member of a ruleset document"),
    (#"{"schema": 1, "flags": {"x": true}}"#, "flags.x.kind: is missing"),
    (#"{"schema": 1, "flags": {"x": {"state": "ENABLED"}}}"#, "flags.x.kind: is missing"),
  ])
  func `a file that is no ruleset document is left alone, and it is said why`(
    content: String, reason: String
  ) async throws {
    try folder.write(content, to: "flags.json")
    for words in [[], ["--check"], ["--project", "shop", "--environment", "production"]] {
      let outcome = try await pull(Self.ruleset(Self.two), words)
      #expect(outcome.code == 65)
      #expect(outcome.messages.contains("is no ruleset document and is left alone"))
      #expect(outcome.messages.contains(reason), "\(outcome.messages)")
    }
    #expect(try text() == content)
  }

  @Test func `a document of a newer server, or with rules that nobody understands, is one`() async throws {
    var flag = SampleRuleset.plain.objectValue ?? [:]
    flag["rules"] = [["id": "r_1", "when": ["new": true]]]
    var old = Self.ruleset(["pay": .object(flag)]).objectValue ?? [:]
    old["groups"] = [:]
    try folder.write(JSONValue.object(old).text(), to: "flags.json")
    #expect(try await pull(Self.ruleset(Self.two)).code == 65)
    var new = Self.ruleset(Self.two).objectValue ?? [:]
    new["groups"] = [:]
    #expect(try await pull(.object(new)).code == 0)
  }

  @Test func `a dash prints the document`() async throws {
    let outcome = try await pull(Self.ruleset(Self.two), to: "-")
    #expect(outcome.messages.isEmpty)
    #expect(try outcome.document()["flags"]?["gone"]?["archived"] == true)
    #expect(try await run(["pull", "-", "--check"]).code == 64)
  }

  @Test func `an answer of another environment, or none at all, leaves the file as it was`() async throws {
    _ = try await pull(Self.ruleset(Self.two))
    let before = try text()
    #expect(try await pull(Self.ruleset([:], environment: "staging")).code == 4)
    #expect(try await pull(["schema": 1]).code == 4)
    let server = try ScriptedServer(.problem(503, "unavailable", "the server is stopping"))
    #expect(try await run(["pull", file], environment: Tokens.variables(for: server)).code == 4)
    #expect(try text() == before)
  }

  @Test func `a folder that cannot be written is named`() async throws {
    let outcome = try await pull(Self.ruleset(Self.two), to: folder.path + "/none/flags.json")
    #expect(outcome.code == 73)
    #expect(outcome.messages.hasPrefix("serin: cannot write \(folder.path)/none/flags.json"))
  }
}
