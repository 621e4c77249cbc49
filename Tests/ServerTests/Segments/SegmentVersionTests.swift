import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// What a segment was in one environment, version by version.
@Suite struct SegmentVersionTests {
  private static let path = "/api/v1/projects/shop/environments/production/segments/vip"
  private static let pro: JSONValue = ["attribute": "plan", "op": "equals", "value": "pro"]

  private func page(
    _ bench: SegmentBench, _ key: String = "vip", in place: Place? = nil, before: VersionPair? = nil, limit: Int = 100,
    bytes: Int = .max
  ) async throws -> VersionPage<SegmentDetails> {
    try await bench.segments.history(of: key, in: place ?? bench.place).page(before: before, limit: limit, bytes: bytes)
  }

  private func names(_ page: VersionPage<SegmentDetails>) -> [String] { page.entries.map(\.thing.versions.text) }

  /// A list of two ids at 1.1, one of 1200 at 1.2, and a description at 2.2.
  private func bench() async throws -> (SegmentBench, FakeClock) {
    let clock = FakeClock()
    let bench = try await SegmentBench(clock: clock)
    try await bench.create("vip", ["list": ["alice", "bob"]], reason: "the first two")
    clock.advance(seconds: 1)
    try await bench.change("vip", .replace, SegmentBench.lines(0..<1200))
    clock.advance(seconds: 1)
    _ = try await bench.segments.edit(
      "vip", ["description": "paying"], versions: nil, in: bench.place, by: .setup, reason: "words")
    clock.advance(seconds: 1)
    return (bench, clock)
  }

  @Test func everyChangeIsAVersionWithAuthorTimeReasonAndDifference() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let segments = "/api/v1/projects/shop/environments/production/segments"
    _ = await fixture.control(
      .post, segments, #"{"key":"vip","kind":"list","definition":{"list":["alice"]},"reason":"begin"}"#)
    clock.advance(seconds: 60)
    _ = await fixture.control(.put, Self.path + "/list?reason=more", "alice\nbob\n")
    clock.advance(seconds: 60)
    _ = await fixture.control(
      .patch, Self.path, #"{"description":"paying","definition":{"list":["bob"]},"reason":"both"}"#,
      headers: [("If-Match", "*")])
    let answer = await fixture.control(.get, Self.path + "/versions")
    let versions = answer["versions"]?.arrayValue ?? []
    #expect(answer["next"] == .null)
    #expect(versions.map { $0["version"] } == ["2.3", "1.2", "1.1"])
    #expect(versions.map { $0["action"] } == ["segment.edit", "segment.list", "segment.create"])
    #expect(versions.map { $0["reason"] } == ["both", "more", "begin"])
    #expect(versions.map { $0["via"] } == ["api", "api", "api"])
    #expect(versions.map { $0["count"] } == [1, 2, 1])
    #expect(versions.allSatisfy { $0["by"]?.stringValue?.hasPrefix("token:") == true })
    #expect(versions.first?["at"]?.stringValue == Instants.text(clock.now))
    #expect(
      versions[1]["changes"] == [["path": "definition.list", "before": ["alice"], "after": ["alice", "bob"]]])
    #expect(
      versions[0]["changes"]?.arrayValue?.map { $0["path"] } == ["definition.list", "description"])
    // The first one shows everything.
    #expect(versions[2]["changes"]?.arrayValue?.map { $0["path"] } == ["definition", "description", "tags"])
    let past = await fixture.control(.get, Self.path + "/versions/1.2")
    #expect(past["definition"] == ["list": ["alice", "bob"]])
    #expect(past["etag"] == "1.2")
    #expect(past["description"] == "")
  }

  @Test func pagesFollowOneAnotherWithoutGapsOrRepeats() async throws {
    let clock = FakeClock()
    let bench = try await SegmentBench(clock: clock)
    try await bench.create("vip")
    for step in 0..<13 {
      clock.advance(seconds: 1)
      if step % 3 == 0 {
        _ = try await bench.segments.edit(
          "vip", ["description": .string("\(step)")], versions: nil, in: bench.place, by: .setup, reason: "")
      } else {
        try await bench.change("vip", .replace, "user-\(step)\n")
      }
    }
    let whole = try await page(bench)
    #expect(whole.entries.count == 14 && whole.next == nil)
    for (limit, bytes) in [(1, Int.max), (4, .max), (14, .max), (100, 1)] {
      var seen: [String] = []
      var before: VersionPair?
      repeat {
        let page = try await page(bench, before: before, limit: limit, bytes: bytes)
        #expect(page.entries.count <= (bytes == 1 ? 1 : limit))
        seen += names(page)
        before = page.next
      } while before != nil
      #expect(seen == names(whole), "\(limit) \(bytes)")
    }
  }

  @Test func aListThatGrewLongIsShownByDigestAndCountAndNeverByItsIds() async throws {
    let (bench, _) = try await bench()
    let short = try await bench.change("vip", .replace, "zoe\n").details
    let page = try await page(bench)
    #expect(names(page) == ["2.3", "2.2", "1.2", "1.1"])
    for entry in [page.entries[0], page.entries[2]] {
      #expect(entry.changes.map(\.path).sorted() == ["definition.listed.count", "definition.listed.digest"])
    }
    let counts = page.entries.map { $0.changes.first { $0.path == "definition.listed.count" } }
    #expect(counts[2]?.before == 2 && counts[2]?.after == 1200)
    #expect(counts[0]?.before == 1200 && counts[0]?.after == 1)
    let text = page.json["versions"]?.arrayValue?.prefix(3).map { $0.text() }.joined() ?? ""
    for id in ["user-7", "zoe", "alice"] { #expect(!text.contains(id), "\(id)") }
    #expect(page.entries.map(\.thing.count) == [1, 1200, 1200, 2])
    #expect(short.versions.text == "2.3")
  }

  @Test func anEnvironmentWithoutADefinitionBeginsAtZero() async throws {
    let (bench, clock) = try await bench()
    let staging = bench.place("staging")
    _ = try await bench.segments.edit(
      "vip", ["definition": ["list": ["s"]]], versions: nil, in: staging, by: .setup, reason: "")
    clock.advance(seconds: 1)
    let page = try await page(bench, in: staging)
    #expect(names(page) == ["2.1", "2.0", "1.0"])
    #expect(page.entries.map { $0.changes.map(\.path) }[1] == ["description"])
    #expect(page.entries[0].changes.first.map { [$0.before, $0.after] } == [.null, ["list": ["s"]]])
    #expect(
      try await bench.segments.history(of: "vip", in: staging).thing(at: VersionPair(fields: 1, item: 0)).count == 0)
    // Production had a definition from the beginning.
    for pair in [VersionPair(fields: 1, item: 0), VersionPair(fields: 2, item: 0)] {
      let refused = await problem { () throws(Problem) in
        try await bench.segments.history(of: "vip", in: bench.place).thing(at: pair)
      }
      #expect(refused.status == 404)
    }
  }

  @Test func halvesThatWereNeverThereTogetherAreNoVersion() async throws {
    let (bench, clock) = try await bench()
    try await bench.change("vip", .add, "one more\n")
    clock.advance(seconds: 1)
    let known = Set(names(try await page(bench)))
    #expect(known == ["1.1", "1.2", "2.2", "2.3"])
    for fields in Int64(1)...3 {
      for item in Int64(0)...4 {
        let pair = VersionPair(fields: fields, item: item)
        let found = try? await bench.segments.history(of: "vip", in: bench.place).thing(at: pair)
        #expect((found != nil) == known.contains(pair.text), "\(pair.text)")
      }
    }
  }

  /// A segment's items are known by its key, so those of a deleted one come before those of its successor.
  @Test func aKeyThatIsUsedAgainBeginsAHistoryOfItsOwn() async throws {
    let (bench, clock) = try await bench()
    let staging = bench.place("staging")
    _ = try await bench.segments.edit(
      "vip", ["definition": ["list": ["s"]]], versions: nil, in: staging, by: .setup, reason: "")
    clock.advance(seconds: 1)
    try await bench.segments.delete("vip", in: bench.place.project, by: .setup, reason: "old")
    clock.advance(seconds: 1)
    try await bench.create("vip", ["list": ["new"]], reusesKey: true, reason: "apps of then are gone")
    clock.advance(seconds: 1)
    // Its own fields go on from the versions of the earlier one.
    #expect(names(try await page(bench)) == ["4.4"])
    #expect(names(try await page(bench, in: staging)) == ["4.2"])
    _ = try await bench.segments.edit(
      "vip", ["definition": ["list": ["t"]]], versions: nil, in: staging, by: .setup, reason: "")
    #expect(names(try await page(bench, in: staging)) == ["4.3", "4.2"])
    #expect(
      try await bench.segments.history(of: "vip", in: staging).thing(at: VersionPair(fields: 4, item: 2)).entry == nil)
    for (item, place) in [(Int64(1), bench.place), (2, bench.place), (3, bench.place), (1, staging)] {
      let pair = VersionPair(fields: 4, item: item)
      let refused = await problem { () throws(Problem) in
        try await bench.segments.restore("vip", to: pair, in: place, by: .setup, reason: "")
      }
      #expect(refused.status == 404, "\(pair.text)")
    }
  }

  @Test(arguments: [
    (
      "?before=9.9", 400,
      "\"9.9\" is not a version of this segment; it is at \"1.1\""
    ),
    ("?before=x", 400, "query parameter \"before\" is \"x\""), ("?limit=0", 400, "limit"), ("?limit=101", 400, "limit"),
    ("/9.9", 404, "segment \"vip\" has no version \"9.9\"; it is at \"1.1\""), ("/1", 400, "is \"1\"; it must be"),
    ("/9223372036854775807.9223372036854775807", 404, "has no version"),
  ])
  func whatIsNoVersionIsRefusedByItsName(target: String, status: Int, words: String) async throws {
    let fixture = try await Fixture()
    _ = await fixture.apply("", segments: #""vip":{"list":["alice"]}"#)
    let answer = await fixture.control(.get, Self.path + "/versions" + target)
    #expect(answer.status == status)
    #expect(answer["detail"]?.stringValue?.contains(words) == true, "\(answer.text)")
  }
}
