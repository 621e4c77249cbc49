import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// Histories whose versions are large: pages are bounded by bytes, and nothing is left out.
@Suite struct LargeHistoryTests {
  private static let names = (0..<8).map { "filler_\($0)" }

  /// Edits that each put about half a megabyte into a flag's document.
  private func bench(edits: Int) async throws -> PlanBench {
    let bench = try await PlanBench()
    for step in 0..<edits {
      bench.clock.advance(seconds: 1)
      let filler = String(repeating: "\(step % 10)", count: 60_000)
      var properties = try await bench.flag().editable["properties"]?.objectValue ?? [:]
      for name in Self.names { properties[name] = ["type": "string", "default": .string(filler)] }
      try await bench.edit(["properties": .object(properties)])
    }
    return bench
  }

  /// Regression: pages were bounded by rows only, and each row may have megabytes.
  @Test func versionsComeInPagesOfBoundedBytesAndNoneIsLeftOut() async throws {
    let bench = try await bench(edits: 6)
    var before: VersionPair?
    var pages: [[String]] = []
    repeat {
      let page = try await bench.flags.history(of: "new_checkout", in: bench.place()).page(before: before, limit: 50)
      pages.append(page.entries.map(\.thing.versions.text))
      #expect(page.entries.allSatisfy { !$0.changes.isEmpty })
      // Of the newest ones only the value differs, also where a page begins.
      for entry in page.entries where entry.thing.versions.item > 2 {
        #expect(entry.changes.map(\.path).sorted() == Self.names.map { "properties.\($0).default" })
      }
      before = page.next
    } while before != nil
    #expect(pages.count > 2)
    #expect(pages.dropLast().allSatisfy { (1...2).contains($0.count) })
    let whole = try await bench.flags.history(of: "new_checkout", in: bench.place()).page(
      before: nil, limit: 50, bytes: .max)
    #expect(whole.next == nil)
    #expect(pages.flatMap(\.self) == whole.entries.map(\.thing.versions.text))
    #expect(whole.entries.count == 7)
  }

  @Test func theAuditLogComesInPagesOfBoundedBytesAndSaysHowToGoOn() async throws {
    let bench = try await bench(edits: 5)
    let path = "/api/v1/projects/shop/audit?limit=1000"
    var sequences: [Int] = []
    var next: JSONValue? = 0
    var pages = 0
    while let after = next?.numberValue {
      let page = await bench.fixture.control(.get, "\(path)&after=\(Int(after))")
      #expect(page.bytes.count < 3 * HistoryWindow.pageBytes)
      sequences += (page["entries"]?.arrayValue ?? []).compactMap { $0["sequence"]?.numberValue.map { Int($0) } }
      next = page["next"]
      pages += 1
    }
    let rows = try await bench.audit()
    #expect(pages > 3)
    #expect(sequences == rows.map { Int($0.sequence) })
  }

  @Test func anExportIsReadInPiecesAndIsWhole() async throws {
    let bench = try await bench(edits: 5)
    let place = try bench.place()
    let export = AuditExport(store: bench.store, chain: place.project.id, environments: [:], format: .jsonl)
    let response = try await export.response(name: "audit")
    guard case .stream = response.body else {
      Issue.record("a log of megabytes is sent at once")
      return
    }
    let rows = try await bench.audit().count
    var pages = 0
    var read = 0
    var after: Int64 = 0
    while true {
      let page = try await bench.store.auditPage(
        chain: place.project.id, after: after, object: nil, limit: 500, bytes: HistoryWindow.pageBytes)
      pages += 1
      read += page.rows.count
      guard page.hasMore, let last = page.rows.last else { break }
      after = last.sequence
    }
    #expect(read == rows)
    #expect(pages > 2)
    #expect(try await bench.fixture.store.firstBrokenAuditRow(chain: place.project.id) == nil)
  }
}
