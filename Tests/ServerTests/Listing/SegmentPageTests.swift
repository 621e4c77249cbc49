import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct SegmentPageTests {
  private static let path = "/api/v1/projects/shop/environments/production/segments"
  private static let project = "/api/v1/projects/shop/segments"

  /// Six segments, g5 to g0 in the order of their making; those of even number are lists with as many ids, g0 is deleted.
  private func fixture() async throws -> Fixture {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    for index in (0..<6).reversed() {
      let ids = (0..<index).map { "\"u\($0)\"" }.joined(separator: ",")
      let definition =
        index % 2 == 0 ? #"{"list":[\#(ids)]}"# : #"{"attribute":"country","op":"equals","value":"DE"}"#
      let made = await fixture.control(
        .post, Self.path,
        #"""
        {"key":"g\#(index)","kind":"\#(index % 2 == 0 ? "list" : "conditions")","definition":\#(definition),
        "description":"Group Number \#(index)","tags":["t\#(index % 3)"]}
        """#)
      try #require(made.status == 201, "\(made.text)")
      clock.advance(milliseconds: 1000)
    }
    #expect(await fixture.control(.delete, Self.project + "/g0").status == 204)
    return fixture
  }

  private func keys(_ fixture: Fixture, _ path: String, _ query: String) async -> [String] {
    let answer = await fixture.control(.get, path + "?" + query)
    #expect(answer.status == 200, "\(query): \(answer.text)")
    return answer["segments"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
  }

  @Test(arguments: [path, project])
  func filtersAndOrdersLeaveWhatTheySay(path: String) async throws {
    let fixture = try await fixture()
    let table: [(String, [String])] = [
      ("", ["g1", "g2", "g3", "g4", "g5"]), ("kind=list", ["g2", "g4"]), ("tag=t2", ["g2", "g5"]),
      ("search=NUMBER%204", ["g4"]), ("search=group%20t1", ["g1", "g4"]), ("search=nothing", []),
      ("sort=-key", ["g5", "g4", "g3", "g2", "g1"]), ("sort=created", ["g5", "g4", "g3", "g2", "g1"]),
      ("sort=kind", ["g1", "g3", "g5", "g2", "g4"]), ("sort=-kind&limit=2", ["g4", "g2"]),
    ]
    for (query, expected) in table { #expect(await keys(fixture, path, query) == expected, "\(query)") }
    #expect(await fixture.control(.get, path + "?limit=1&kind=conditions")["total"] == 3)
  }

  @Test(arguments: [path, project])
  func pagesFollowOneAnotherInEveryOrder(path: String) async throws {
    let fixture = try await fixture()
    for sort in SegmentQuery.Order.allCases.flatMap({ [$0.rawValue, "-" + $0.rawValue] }) {
      let whole = await keys(fixture, path, "sort=\(sort)")
      var (seen, after): ([String], String) = ([], "")
      while true {
        let page = await fixture.control(.get, path + "?sort=\(sort)&limit=2" + after)
        seen += page["segments"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
        guard let next = page["next"]?.stringValue else { break }
        after = "&after=" + next.replacing("=", with: "%3D").replacing("+", with: "%2B")
      }
      #expect(seen == whole, "\(sort)")
    }
  }

  @Test func aPageOfSegmentsEndsWithTheBytesOfTheirLists() async throws {
    let bench = try await SegmentBench()
    let ids = (0..<1000).map { "\"user-\(10_000 + $0)\"" }.joined(separator: ",")
    for key in ["a", "b", "c"] {
      let definition = try JSONValue(parsing: Array(#"{"list":[\#(ids)]}"#.utf8))
      try await bench.create(key, definition)
    }
    var query = SegmentQuery()
    query.bytes = 30_000
    let first = try await bench.segments.list(query, in: bench.place)
    #expect(first.segments.map(\.record.key) == ["a", "b"])
    #expect(first.total == 3)
    query.cursor = first.next
    let last = try await bench.segments.list(query, in: bench.place)
    #expect(last.segments.map(\.record.key) == ["c"])
    #expect(last.next == nil)
    query = SegmentQuery()
    query.bytes = 10
    #expect(try await bench.segments.list(query, in: bench.place).segments.map(\.record.key) == ["a"])
  }

  @Test(arguments: ["kind=x", "sort=colour", "limit=0", "limit=501", "after=zzz"])
  func whatIsNotKnownIsRefusedWithItsValue(query: String) async throws {
    let fixture = try await Fixture()
    let parts = query.split(separator: "=").map(String.init)
    for path in [Self.path, Self.project] {
      let answer = await fixture.control(.get, path + "?" + query)
      #expect(answer.status == 400)
      #expect(
        answer["detail"]?.stringValue?.hasPrefix("query parameter \"\(parts[0])\" is \"\(parts[1])\"; it must be ")
          == true, "\(answer.text)")
    }
  }

  @Test func aCursorIsOfItsListAndItsOrderOnly() async throws {
    let fixture = try await fixture()
    let next = try #require(await fixture.control(.get, Self.path + "?limit=2&sort=key")["next"]?.stringValue)
    let cursor = next.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
    #expect(await fixture.control(.get, Self.path + "?limit=2&after=\(cursor)").status == 200)
    for query in ["sort=-key", "sort=created", "sort=kind"] {
      let answer = await fixture.control(.get, Self.path + "?\(query)&after=\(cursor)")
      #expect(answer.status == 400 && answer["detail"]?.stringValue?.contains("in the same order") == true)
    }
    for path in [Fixture.flags, "/api/v1/projects/shop/schedules"] {
      #expect(await fixture.control(.get, path + "?after=\(cursor)").status == 400)
    }
  }
}
