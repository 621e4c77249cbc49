import Foundation
import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct AuditLogTests {
  private let path = "/api/v1/projects/shop/audit"

  @Test func anUntouchedLogIsWhole() async throws {
    let fixture = try await Fixture()
    _ = await fixture.control(.post, Fixture.flags + "/new_checkout/kill")
    let result = await fixture.control(.post, path + "/verify")
    #expect(result["whole"] == true)
    let rows = await fixture.control(.get, path)["entries"]?.arrayValue?.count ?? 0
    #expect(result["rows"] == .number(Double(rows)))
    #expect(result["head"]?.stringValue?.utf8.count == 64)
    #expect(await fixture.control(.post, "/api/v1/audit/verify")["whole"] == true)
  }

  @Test func noRowHoldsAKeyOrTheHashOfOne() async throws {
    let fixture = try await Fixture()
    let made = await fixture.control(
      .post, "/api/v1/projects/shop/keys", #"{"kind":"server","environment":"production"}"#)
    let key = try #require(made["value"]?.stringValue)
    let log = await fixture.control(.get, path).text
    #expect(log.contains("token.create"))
    #expect(!log.contains(key))
    #expect(!log.contains(SHA256.hash(Array(key.utf8)).hexadecimal))
    #expect(!log.contains(fixture.clientKey))
    #expect(log.contains("\"requestId\":\"q_"))
  }

  @Test func anEndThatWasWrittenDownIsMetAndAnotherOneIsMissed() async throws {
    let fixture = try await Fixture()
    let anchors = try await AuditAnchors(of: fixture.store, at: 0)
    let project = await fixture.control(.get, "/api/v1/projects/shop")["id"]?.stringValue
    let line = try anchors.lines.map { try JSONValue(parsing: Array($0.utf8), options: .control) }
      .first { $0["chain"]?.stringValue == project }
    let anchor = try #require(line)
    _ = await fixture.control(.post, Fixture.flags + "/new_checkout/kill")
    let sequence = anchor["sequence"]?.text() ?? ""
    let hash = anchor["hash"]?.stringValue ?? ""
    let end = #"{"sequence":\#(sequence),"hash":"\#(hash)"}"#
    let met = await fixture.control(.post, path + "/verify", #"{"anchors":[\#(end)]}"#)
    #expect(met["whole"] == true)
    let other = String(repeating: "ab", count: 32)
    let missed = await fixture.control(
      .post, path + "/verify", #"{"anchors":[\#(end),{"sequence":1,"hash":"\#(other)"}]}"#)
    #expect(missed["whole"] == false)
    #expect(missed["missedAnchor"]?["sequence"] == 1)
    // An end beyond the log's own: rows were cut off.
    let cut = await fixture.control(.post, path + "/verify", #"{"anchors":[{"sequence":9999,"hash":"\#(hash)"}]}"#)
    #expect(cut["missedAnchor"]?["sequence"] == 9999)
  }

  @Test(arguments: [
    (#"{"anchors":1}"#, "anchors"), (#"{"anchors":[{"sequence":0,"hash":""}]}"#, "anchors[0].sequence"),
    (#"{"anchors":[{"sequence":1,"hash":"zz"}]}"#, "anchors[0].hash"),
    (#"{"anchors":[{"sequence":1,"hash":"zz","at":1}]}"#, "anchors[0].at"),
  ])
  func badAnchorsAreRefusedByTheirPath(body: String, field: String) async throws {
    let answer = await (try await Fixture()).control(.post, path + "/verify", body)
    #expect(answer.status == 422)
    #expect(answer["errors"]?.arrayValue?.first?["path"]?.stringValue == field)
  }

  @Test func erasingTakesTheDocumentsOfOneRowAndLeavesTheChainWhole() async throws {
    let fixture = try await Fixture()
    _ = await fixture.apply("", segments: #""beta":{"list":["person@example.com"]}"#)
    let entries = await fixture.control(.get, path)["entries"]?.arrayValue ?? []
    let row = try #require(entries.last { $0["action"] == "segment.create" })
    let sequence = row["sequence"]?.text() ?? ""
    #expect(row["after"]?.text().contains("person@example.com") == true)
    let erased = await fixture.control(.delete, path + "/\(sequence)/documents", #"{"reason":"asked to be forgotten"}"#)
    #expect(erased.status == 204)
    let log = await fixture.control(.get, path)
    #expect(!log.text.contains("person@example.com"))
    let last = log["entries"]?.arrayValue?.last
    #expect(last?["action"] == "audit.erase")
    #expect(last?["after"]?["erased"]?.text() == sequence)
    #expect(await fixture.control(.post, path + "/verify")["whole"] == true)
    // Erasing twice writes nothing more.
    _ = await fixture.control(.delete, path + "/\(sequence)/documents")
    #expect(await fixture.control(.get, path)["entries"]?.arrayValue?.count == log["entries"]?.arrayValue?.count)
    #expect(await fixture.control(.delete, path + "/99999/documents").status == 404)
    #expect(await fixture.control(.delete, path + "/x/documents").status == 404)
  }

  @Test func theLogIsExportedAsJSONLines() async throws {
    let fixture = try await Fixture()
    _ = await fixture.control(.post, Fixture.flags + "/new_checkout/kill", #"{"reason":"line\nbreak"}"#)
    let file = await fixture.control(.get, path + "/export")
    #expect(file.header("content-type") == "application/x-ndjson")
    #expect(file.header("content-disposition") == "attachment; filename=\"audit.jsonl\"")
    let rows = try file.text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8), options: .control) }
    let entries = await fixture.control(.get, path)["entries"]?.arrayValue
    #expect(rows == entries)
  }

  @Test func theLogIsExportedAsCSVThatHoldsNoFormulas() async throws {
    let fixture = try await Fixture()
    _ = await fixture.control(
      .post, Fixture.flags + "/new_checkout/kill", #"{"reason":"=HYPERLINK(\"http://x\",\"y\")"}"#)
    let file = await fixture.control(.get, path + "/export?format=csv")
    #expect(file.header("content-type") == "text/csv; charset=utf-8; header=present")
    #expect(file.header("x-content-type-options") == "nosniff")
    let lines = file.text.components(separatedBy: "\r\n")
    #expect(
      lines.first
        == #""sequence","at","actor","via","action","object","environment","revision","reason","requestId","before","after""#
    )
    #expect(lines.contains { $0.contains(#""'=HYPERLINK(""http://x"",""y"")""#) })
    #expect(await fixture.control(.get, path + "/export?format=xml").status == 400)
  }
}
