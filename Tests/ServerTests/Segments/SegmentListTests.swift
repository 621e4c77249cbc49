import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct SegmentListTests {
  private static let user = FlagText.flag("f", when: #"{"segment":"vip"}"#)

  private func bench() async throws -> SegmentBench {
    let bench = try await SegmentBench()
    try await bench.create("vip")
    try await bench.apply(Self.user)
    return bench
  }

  @Test func shortListsStandInTheDocumentAndLongOnesBesideIt() async throws {
    let bench = try await bench()
    let short = try await bench.change("vip", .replace, "alice\r\nbob\nalice")
    #expect(short.details.json["definition"] == ["list": ["alice", "bob"]])
    #expect([short.lines, short.added, short.removed] == [3, 2, 0])
    #expect(bench.isOn("f", "alice") == true)

    let full = try await bench.change("vip", .replace, SegmentBench.lines(0..<1000))
    #expect(full.details.json["definition"]?["list"]?.arrayValue?.count == 1000)
    let long = try await bench.change("vip", .add, "one more\n")
    #expect(long.details.json["definition"]?["listed"]?["count"] == 1001)
    #expect(long.details.count == 1001)
    #expect([long.added, long.removed] == [1, 0])
    for user in ["user-0", "user-999", "one more"] { #expect(bench.isOn("f", user) == true) }
    #expect(bench.isOn("f", "alice") == false)
  }

  @Test func idsJoinAndLeaveALongList() async throws {
    let bench = try await bench()
    try await bench.change("vip", .replace, SegmentBench.lines(0..<5000))
    let added = try await bench.change("vip", .add, SegmentBench.lines(4990..<5010))
    #expect([added.lines, added.added, added.removed] == [20, 10, 0])
    let removed = try await bench.change("vip", .remove, "user-0\nnobody\n")
    #expect([removed.lines, removed.added, removed.removed] == [2, 0, 1])
    #expect(removed.details.count == 5009)
    #expect(bench.isOn("f", "user-0") == false)
    #expect(bench.isOn("f", "user-5009") == true)
    let replaced = try await bench.change("vip", .replace, SegmentBench.lines(5000..<8000))
    #expect([replaced.added, replaced.removed] == [2990, 4999])
    let short = try await bench.change("vip", .replace, "z\n")
    #expect(short.details.json["definition"] == ["list": ["z"]])
    #expect(bench.keeper.state.rulesets[bench.place.environment.id]?.lists.isEmpty == true)
    #expect(try await bench.change("vip", .remove, "z").details.json["definition"] == ["list": []])
  }

  @Test func whatChangesNothingMakesNoVersion() async throws {
    let bench = try await bench()
    let first = try await bench.change("vip", .replace, SegmentBench.lines(0..<3000))
    let again = try await bench.change("vip", .add, SegmentBench.lines(10..<20))
    #expect(again.details.versions == first.details.versions)
    #expect([again.added, again.removed] == [0, 0])
  }

  @Test func aBadLineIsNamedAndChangesNothing() async throws {
    let bench = try await bench()
    try await bench.change("vip", .replace, "alice\n")
    for (lines, message) in [
      ("a\n\nb\n", "line 2: an id has 1 to 1024 bytes, this one is empty"),
      ("a\n" + String(repeating: "x", count: 1025) + "\n", "line 2: an id has 1 to 1024 bytes"),
      ("a\nb\tc\n", "line 2: the id holds the control character 0x9"),
      ("\u{FEFF}a\n", "line 1: the text begins with a byte order mark"),
    ] {
      let refused = await problem { () throws(Problem) in try await bench.change("vip", .replace, lines) }
      #expect(refused.status == 422)
      #expect(refused.errors.first?.message.hasPrefix(message) == true, "\(String(describing: refused))")
    }
    #expect(try await bench.segments.details("vip", in: bench.place).count == 1)
  }

  @Test func anIDOfAKilobyteIsTakenAndStandsBesideTheDocument() async throws {
    let bench = try await bench()
    let long = String(repeating: "x", count: 1024)
    #expect(try await bench.change("vip", .replace, long).details.json["definition"]?["listed"]?["count"] == 1)
    #expect(bench.isOn("f", long) == true)
  }

  @Test func aListOfAnotherVersionIsLeftAlone() async throws {
    let bench = try await bench()
    let before = try await bench.change("vip", .replace, "a\n").details.versions
    try await bench.change("vip", .add, "b\n")
    let refused = await problem { () throws(Problem) in try await bench.change("vip", .replace, "c\n", versions: before)
    }
    #expect(refused.status == 412)
    #expect(try await bench.contains("b", "vip"))
  }

  @Test func aSegmentOfConditionsHasNoList() async throws {
    let bench = try await bench()
    try await bench.create("pros", kind: .conditions, ["list": ["a"]])
    #expect(await problem { () throws(Problem) in try await bench.change("pros", .add, "b") }.status == 409)
    #expect(await problem { () throws(Problem) in try await bench.contains("b", "pros") }.status == 409)
    #expect(await problem { () throws(Problem) in try await bench.change("nobody", .add, "b") }.status == 404)
  }

  @Test func oneIDIsFoundNowAndAtAnInstantOfThePast() async throws {
    let clock = FakeClock()
    let bench = try await SegmentBench(clock: clock)
    try await bench.create("vip")
    var instants: [Int64] = []
    for range in [0..<2000, 1..<2000, 0..<10] {
      clock.advance(milliseconds: 1000)
      instants.append(clock.now)
      try await bench.change("vip", .replace, SegmentBench.lines(range))
    }
    for (instant, isIn) in zip(instants, [true, false, true]) {
      #expect(try await bench.contains("user-0", "vip", at: instant) == isIn)
      #expect(try await bench.contains("user-0", "vip", at: instant + 999) == isIn)
    }
    #expect(try await bench.contains("user-0", "vip", at: instants[0] - 1) == false)
    #expect(try await bench.contains("user-0", "vip"))
    let bad = await problem { () throws(Problem) in try await bench.contains("", "vip") }
    #expect(bad.errors.first?.path == "id")
  }

  @Test func uploadsAtTheSameTimeLoseNothing() async throws {
    let bench = try await bench()
    try await bench.change("vip", .replace, SegmentBench.lines(0..<2000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<2 {
        group.addTask { try await bench.change("vip", .add, "extra-\(index)\n") }
      }
      try await group.waitForAll()
    }
    #expect(try await bench.segments.details("vip", in: bench.place).count == 2002)
  }

  @Test func aBodyThatBreaksOffChangesNothingAndLeavesNothingBehind() async throws {
    let bench = try await bench()
    let before = try await bench.change("vip", .replace, SegmentBench.lines(0..<2000)).details
    let list = try #require(
      try await bench.fixture.store.list(
        environmentID: bench.place.environment.id, segmentID: before.record.id, at: .max))
    let pieces = [SegmentBench.lines(0..<3000), SegmentBench.lines(3000..<6000), "user-6000"]
    let body = HTTPBodyStream(pieces: pieces.map { Array($0.utf8) }, end: .incomplete)
    let broken = await problem { () async throws(Problem) in
      try await bench.segments.changeList(
        of: "vip", .add, by: body, versions: nil, in: bench.place, by: .setup, reason: "r")
    }
    #expect(broken.status == 400, "\(broken)")
    #expect(try await bench.segments.details("vip", in: bench.place).versions == before.versions)
    #expect(
      try await bench.fixture.store.list(
        environmentID: bench.place.environment.id, segmentID: before.record.id, at: .max) == list)
    #expect(try await bench.contains("user-2500", "vip") == false)
    // Its slot is free again: two others run at the same time.
    try await bench.keeper.uploads.with { () async throws(Problem) in
      _ = try await bench.change("vip", .add, "another\n")
    }
  }

  @Test func aThirdUploadAtATimeIsToldWhenToTryAgain() async throws {
    let bench = try await bench()
    try await bench.change("vip", .replace, "a\n")
    let slots = bench.keeper.uploads
    let full = await problem { () async throws(Problem) in
      try await slots.with { () async throws(Problem) in
        try await slots.with { () async throws(Problem) in
          try await bench.change("vip", .add, "b\n")
        }
      }
    }
    #expect(full.status == 503)
    #expect(full.headers.contains { $0.name == "Retry-After" } == true)
    #expect(try await bench.change("vip", .add, "b\n").added == 1)
  }

  @Test func everyChangeLeavesOneAuditRowThatNamesTheListAndNoID() async throws {
    let bench = try await bench()
    try await bench.change("vip", .replace, SegmentBench.lines(0..<3000))
    let rows = try await bench.fixture.store.audit(
      chain: bench.place.project.id, after: 0, object: "segment:vip", limit: 100)
    #expect(rows.map(\.entry.action) == ["segment.create", "segment.list"])
    #expect(rows.last?.after?.contains(#""listed":{"count":3000,"digest":""#) == true)
    #expect(rows.last?.after?.contains("user-") == false)
  }
}
