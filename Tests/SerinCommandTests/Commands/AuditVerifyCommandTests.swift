import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

/// Checking the log, also against ends that were written down.
@Suite struct AuditVerifyCommandTests {
  private static let hash = String(repeating: "9f", count: 32)
  private static let project: JSONValue = ["id": "p_1", "key": "shop", "version": 1]

  private static let whole: JSONValue = [
    "whole": true, "rows": 42, "head": .string(hash), "firstBroken": .null, "missedAnchor": .null,
  ]

  private static func anchor(_ sequence: Int, chain: String = "p_1") -> String {
    #"{"at":"2027-01-15T09:00:00.000Z","chain":"\#(chain)","hash":"\#(hash)","sequence":\#(sequence)}"#
  }

  @Test func `a whole log ends with 0`() async throws {
    let server = try ScriptedServer(.json(200, Self.whole), .json(200, Self.whole))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["audit", "verify"], environment: environment)
    #expect(
      outcome
        == Outcome(code: 0, output: "the log is whole: 42 rows, the last with the hash \(Self.hash)\n", messages: ""))
    #expect(try await run(["audit", "verify", "--json"], environment: environment).document() == Self.whole)
    #expect(server.requests.map(\.target) == Array(repeating: "/api/v1/projects/shop/audit/verify", count: 2))
    #expect(try server.requests.first?.document() == [:])
  }

  @Test func `anchors are those of this log, as the server writes them, each once`() async throws {
    let file = try TemporaryFile(
      [
        Self.anchor(5), "", Self.anchor(3, chain: "instance"), Self.anchor(5), "   ",
        "Jan 15 09:00:00 host serin: audit anchor " + Self.anchor(42) + "\r",
      ].joined(separator: "\n"))
    let server = try ScriptedServer(.json(200, Self.project), .json(200, Self.whole))
    let outcome = try await run(
      ["audit", "verify", "--anchors", file.path], environment: Tokens.variables(for: server))
    #expect(outcome.code == 0)
    #expect(outcome.output.hasSuffix(", and meets 2 anchors\n"))
    #expect(
      server.requests.map(\.target) == ["/api/v1/projects/shop", "/api/v1/projects/shop/audit/verify"])
    let hash = JSONValue.string(Self.hash)
    #expect(
      try server.requests.last?.document() == [
        "anchors": [["sequence": 5, "hash": hash], ["sequence": 42, "hash": hash]]
      ])
  }

  @Test func `the instance's anchors are compared with the instance's log`() async throws {
    let server = try ScriptedServer(.json(200, Self.whole))
    let input = [Self.anchor(3), Self.anchor(9, chain: "instance")].joined(separator: "\n")
    let outcome = try await run(
      ["audit", "verify", "--instance", "--anchors", "-"], environment: Tokens.variables(for: server), input: input)
    #expect(outcome.output.hasSuffix(", and meets 1 anchor\n"))
    #expect(server.requests.map(\.target) == ["/api/v1/audit/verify"])
    #expect(try server.requests.first?.document()["anchors"]?.arrayValue?.first?["sequence"] == 9)
  }

  @Test func `a log that is not whole ends with 6 and says where`() async throws {
    let broken: JSONValue = [
      "whole": false, "rows": 42, "head": .string(Self.hash), "firstBroken": 17,
      "missedAnchor": ["sequence": 20, "hash": "aa"],
    ]
    let server = try ScriptedServer(.json(200, broken), .json(200, broken))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["audit", "verify"], environment: environment)
    #expect(
      outcome
        == Outcome(
          code: 6,
          output: "the log is not whole: row 17 is not as it was written; the log does not meet an anchor: row 20 was "
            + "written down with the hash aa\n", messages: ""))
    let silent = try await run(["audit", "verify", "--json"], environment: environment)
    #expect(silent.code == 6)
    #expect(try silent.document() == broken)
  }

  @Test func `more anchors than one request takes go in several`() async throws {
    let lines = (1...AuditAnchor.requestLimit + 1).map { Self.anchor($0) }.joined(separator: "\n")
    let server = try ScriptedServer(.json(200, Self.project), .json(200, Self.whole), .json(200, Self.whole))
    let outcome = try await run(
      ["audit", "verify", "--anchors", "-"], environment: Tokens.variables(for: server), input: lines)
    #expect(outcome.code == 0)
    let counts = try server.requests.dropFirst().map { try $0.document()["anchors"]?.arrayValue?.count }
    #expect(counts == [10_000, 1])
  }

  @Test(arguments: [
    ("{\"chain\": \"p_1\", \"sequence\": 1}", "  line 1: is no anchor, such as"),
    ("\nhello", "  line 2: is no anchor, such as"),
    (#"{"chain":"p_1","sequence":0,"hash":"\#(hash)"}"#, "  line 1: is no anchor, such as"),
    (#"{"chain":"p_1","sequence":1,"hash":"zz"}"#, "  line 1: is no anchor, such as"),
    (String(repeating: "x", count: 70_000), "  line 1: is longer than an anchor can be"),
  ])
  func `a line that is no anchor is refused before anything is sent`(text: String, message: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(
      ["audit", "verify", "--anchors", "-"], environment: Tokens.variables(for: server), input: text)
    #expect(outcome.code == 65)
    #expect(outcome.messages.hasPrefix("serin: standard input has lines that are no anchors\n" + message))
    #expect(server.requests.isEmpty)
  }

  /// Nothing would be compared, and "whole" would say more than is known.
  @Test func `a file without an anchor of this log is refused`() async throws {
    let server = try ScriptedServer(.json(200, Self.project))
    let outcome = try await run(
      ["audit", "verify", "--anchors", "-"], environment: Tokens.variables(for: server),
      input: Self.anchor(1, chain: "p_2"))
    #expect(outcome.code == 65)
    #expect(
      outcome.messages == "serin: standard input has no anchor of this log, \"p_1\"; it has some of p_2\n")
  }

  @Test func `the end of a whole log is printed as verify takes it`() async throws {
    let server = try ScriptedServer(
      .json(200, Self.project), .json(200, Self.whole), .json(200, Self.project), .json(200, Self.whole))
    let environment = Tokens.variables(for: server)
    let printed = try await run(["audit", "anchors"], environment: environment)
    let line = try printed.document()
    #expect(printed.output.split(separator: "\n").count == 1)
    #expect(line["chain"] == "p_1" && line["sequence"] == 42 && line["hash"] == .string(Self.hash))
    #expect(line["at"]?.stringValue.flatMap(Timestamp.init(parsing:)) != nil)
    let compared = try await run(
      ["audit", "verify", "--anchors", "-"], environment: environment, input: printed.output)
    #expect(compared.code == 0)
  }

  @Test func `a log that is not whole gives no anchor`() async throws {
    let broken: JSONValue = ["whole": false, "rows": 42, "head": .string(Self.hash), "firstBroken": 17]
    let empty: JSONValue = ["whole": true, "rows": 0, "head": ""]
    let server = try ScriptedServer(.json(200, broken), .json(200, empty))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["audit", "anchors", "--instance"], environment: environment)
    #expect(outcome.code == 6 && outcome.output.isEmpty)
    #expect(outcome.messages == "serin: the log is not whole: row 17 is not as it was written\n")
    let none = try await run(["audit", "anchors", "--instance"], environment: environment)
    #expect(none == Outcome(code: 0, output: "", messages: "serin: the log has no rows yet\n"))
  }
}
