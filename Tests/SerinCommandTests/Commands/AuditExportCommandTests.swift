import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

/// The whole log as a file, and what happens when it does not come whole.
@Suite struct AuditExportCommandTests {
  private static let rows = "{\"sequence\":1,\"reason\":\"a\"}\n{\"sequence\":2,\"reason\":\"b\"}\n"
  private static let table =
    "\"sequence\",\"reason\"\r\n\"1\",\"a \"\"quoted\"\"\r\n\"\"error\"\",\r\n\"\r\n\"2\",\"b\"\r\n"

  /// An answer in chunks, cut in the middle of whatever stands there; without an end it breaks off.
  private static func chunked(_ text: String, type: String, isWhole: Bool = true) -> ScriptedServer.Answer {
    var answer = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 7) {
      let piece = bytes[start..<min(start + 7, bytes.count)]
      answer += String(piece.count, radix: 16) + "\r\n" + String(decoding: piece, as: UTF8.self) + "\r\n"
    }
    return .raw(answer + (isWhole ? "0\r\n\r\n" : ""))
  }

  private static func lines(_ text: String, isWhole: Bool = true) -> ScriptedServer.Answer {
    chunked(text, type: "application/x-ndjson", isWhole: isWhole)
  }

  private static func csv(_ text: String, isWhole: Bool = true) -> ScriptedServer.Answer {
    chunked(text, type: "text/csv; charset=utf-8; header=present", isWhole: isWhole)
  }

  @Test func `the log is printed byte by byte as it comes`() async throws {
    let server = try ScriptedServer(Self.lines(Self.rows), Self.csv(Self.table))
    let environment = Tokens.variables(for: server)
    let lines = try await run(["audit", "export"], environment: environment)
    #expect(lines == Outcome(code: 0, output: Self.rows, messages: "serin: exported 2 rows\n"))
    let table = try await run(["audit", "export", "--format", "csv", "--instance"], environment: environment)
    #expect(table == Outcome(code: 0, output: Self.table, messages: "serin: exported 2 rows\n"))
    #expect(
      server.requests.map(\.target) == [
        "/api/v1/projects/shop/audit/export?format=jsonl", "/api/v1/audit/export?format=csv",
      ])
    #expect(server.requests.first?.headers["authorization"] == "Bearer \(Tokens.admin)")
  }

  @Test func `a file is written as a whole`() async throws {
    let folder = try TemporaryFolder(["audit.jsonl": "old"])
    let path = folder.path + "/audit.jsonl"
    let server = try ScriptedServer(Self.lines(Self.rows))
    let outcome = try await run(
      ["audit", "export", "--output", path, "--json"], environment: Tokens.variables(for: server))
    #expect(try outcome.document() == ["file": .string(path), "rows": 2])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.rows)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["audit.jsonl"])
  }

  /// Whatever breaks off must not be taken for the log, and must not take the place of the log of before.
  @Test(arguments: [
    (lines(rows, isWhole: false), "what "), (lines("{\"sequence\":1}\n{\"seq"), "row 2 is cut off"),
    (lines("{\"sequence\":1}\n{\"sequence\":3}\n"), "there are 2 rows and its last row is 3"),
    (
      lines("{\"sequence\":1}\n{\"status\":503,\"detail\":\"the store is closed\"}\n"),
      "the server could not read on behind row 1: the store is closed"
    ),
    (lines("{\"sequence\":1}\nhello\n"), "there are 2 rows and its last line is no row"),
  ])
  func `an export that is not whole ends with 4 and leaves the file`(
    answer: ScriptedServer.Answer, message: String
  ) async throws {
    let folder = try TemporaryFolder(["audit.jsonl": "old"])
    let path = folder.path + "/audit.jsonl"
    let server = try ScriptedServer(answer)
    let outcome = try await run(["audit", "export", "--output", path], environment: Tokens.variables(for: server))
    #expect(outcome.code == 4)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
    #expect(outcome.messages.contains("broke off") || outcome.messages.contains("is not whole"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["audit.jsonl"])
  }

  @Test(arguments: [
    ("\"sequence\"\r\n\"1\"\r\n\"error\",\"the store is closed\"\r\n", "behind row 1: the store is closed"),
    ("\"sequence\"\r\n\"1\"\r\n\"3\"\r\n", "there are 2 rows and its last row is 3"),
    ("\"sequence\"\r\n\"1\",\"a\r\n", "row 1 is cut off"), ("", "the head line is missing"),
  ])
  func `a table that is not whole ends with 4`(text: String, message: String) async throws {
    let server = try ScriptedServer(Self.csv(text))
    let outcome = try await run(
      ["audit", "export", "--format", "csv"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 4)
    #expect(outcome.messages.contains("the export is not whole: ") && outcome.messages.contains(message))
  }

  /// What has come is printed, however long the rest takes, and silence is what the timeout counts.
  @Test func `an export that falls silent ends with 4 after what has come`() async throws {
    let row = "{\"sequence\":1}\n"
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
    let server = try ScriptedServer(.begun(head + String(row.utf8.count, radix: 16) + "\r\n" + row + "\r\n"))
    var environment = Tokens.variables(for: server)
    environment["SERIN_TIMEOUT"] = "1"
    let outcome = try await run(["audit", "export"], environment: environment)
    #expect(outcome.code == 4)
    #expect(outcome.output == row)
    #expect(outcome.messages.hasSuffix("broke off: nothing more came in time; --timeout SECONDS allows more\n"))
  }

  @Test func `a log without rows is whole`() async throws {
    let server = try ScriptedServer(Self.lines(""), Self.csv("\"sequence\"\r\n"))
    let environment = Tokens.variables(for: server)
    #expect(try await run(["audit", "export"], environment: environment).code == 0)
    let table = try await run(["audit", "export", "--format", "csv"], environment: environment)
    #expect(table == Outcome(code: 0, output: "\"sequence\"\r\n", messages: "serin: exported 0 rows\n"))
  }

  @Test func `a refusal is told and nothing is printed`() async throws {
    let server = try ScriptedServer(
      .problem(403, "forbidden", "It needs another role."), .json(200, ["hello": "world"]), .silence)
    var environment = Tokens.variables(for: server)
    let refused = try await run(["audit", "export"], environment: environment)
    #expect(refused.code == 3 && refused.output.isEmpty)
    #expect(refused.messages == "serin: this admin token may not do that: It needs another role.\n")
    let other = try await run(["audit", "export"], environment: environment)
    #expect(other.code == 4 && other.output.isEmpty)
    #expect(other.messages.hasSuffix("does not answer like a Serin server: its answer is not application/x-ndjson\n"))
    environment["SERIN_TIMEOUT"] = "1"
    let silent = try await run(["audit", "export"], environment: environment)
    #expect(silent.code == 4 && silent.messages.contains("no answer in time"))
  }

  @Test func `a folder that cannot be written to is told before anything is asked`() async throws {
    let server = try ScriptedServer()
    let outcome = try await run(
      ["audit", "export", "--output", "/nowhere/audit.jsonl"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 73)
    #expect(server.requests.isEmpty)
    let format = try await run(["audit", "export", "--format", "xml"], environment: Tokens.variables(for: server))
    #expect(format.code == 64)
    #expect(format.messages == "serin: --format: \"xml\" is not a form of the log (jsonl or csv)\n")
  }
}
