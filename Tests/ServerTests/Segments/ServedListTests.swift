import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// Long lists on other nodes, after restarts, in documents and in the past.
@Suite struct ServedListTests {
  private func bench(clock: FakeClock? = nil) async throws -> SegmentBench {
    let bench = try await SegmentBench(clock: clock)
    try await bench.create("vip")
    try await bench.apply(FlagText.flag("f", when: #"{"segment":"vip"}"#))
    return bench
  }

  @Test func anotherNodeAndARestartedOneServeALongList() async throws {
    let bench = try await bench()
    let other = try await SegmentBench(fixture: bench.fixture)
    try await bench.change("vip", .replace, SegmentBench.lines(0..<5000))
    try await other.keeper.confirm()
    #expect(other.isOn("f", "user-4999") == true)
    #expect(other.isOn("f", "user-5000") == false)
    try await bench.change("vip", .add, "user-5000")
    try await other.keeper.confirm()
    #expect(other.isOn("f", "user-5000") == true)
    let restarted = try await SegmentBench(fixture: bench.fixture)
    #expect(restarted.isOn("f", "user-5000") == true)
    #expect(restarted.isOn("f", "user-5001") == false)
  }

  @Test func aListThatCannotBeReadKeepsTheOldRulesetAndIsReadLater() async throws {
    let bench = try await bench()
    let faulty = FaultyStore(bench.fixture.store)
    let other = try await SegmentBench(fixture: bench.fixture, store: faulty)
    try await bench.change("vip", .replace, SegmentBench.lines(0..<5000))
    faulty.failReads(true)
    await #expect(throws: StoreError.self) { try await other.keeper.confirm() }
    #expect(other.isOn("f", "user-1") == false)
    faulty.failReads(false)
    try await other.keeper.confirm()
    #expect(other.isOn("f", "user-1") == true)
  }

  @Test func aDocumentMayNameAListThatTheEnvironmentHadAndNoOther() async throws {
    let bench = try await bench()
    try await bench.change("vip", .replace, SegmentBench.lines(0..<3000))
    let export = try await bench.segments.flags.contents(of: bench.place, includesArchived: true).ruleset(
      of: bench.place)
    let vip = try #require(export["segments"]?["vip"])
    try await bench.change("vip", .replace, SegmentBench.lines(0..<2000))
    let applied = try await bench.apply("", segments: #""vip":\#(vip.text()),"twin":\#(vip.text())"#)
    #expect(
      applied.segments.map(\.result) == [.created, .replaced]
        || applied.segments.map(\.result) == [.replaced, .created])
    #expect(bench.isOn("f", "user-2999") == true)
    // What was restored is what the next change starts from.
    #expect(try await bench.change("vip", .remove, "user-0").details.count == 2999)
    #expect(bench.isOn("f", "user-2999") == true)

    for (segment, path) in [
      (vip.text().replacing("\"count\":3000", with: "\"count\":2999"), "segments.vip.listed.count"),
      (#"{"listed":{"digest":"\#(String(repeating: "9f", count: 32))","count":5}}"#, "segments.vip.listed.digest"),
    ] {
      let refused = await #expect(throws: Problem.self) {
        try await bench.apply("", segments: #""vip":\#(segment)"#)
      }
      #expect(refused?.errors.first?.path == path)
    }
    let elsewhere = await #expect(throws: Problem.self) {
      try await bench.apply("", segments: #""vip":\#(vip.text())"#, in: bench.place("staging"))
    }
    #expect(elsewhere?.errors.first?.path == "segments.vip.listed.digest")
  }

  @Test func anEvaluationOfThePastGoesByTheListOfThen() async throws {
    let clock = FakeClock()
    let bench = try await bench(clock: clock)
    var instants: [Int64] = []
    for range in [0..<2000, 1..<2000, 0..<10] {
      clock.advance(milliseconds: 1000)
      instants.append(clock.now)
      try await bench.change("vip", .replace, SegmentBench.lines(range))
    }
    let past = PastRulesets(store: bench.fixture.store, keeper: bench.keeper)
    for (instant, isIn) in zip(instants, [true, false, true]) {
      let ruleset = try await past.ruleset(of: bench.place.environment, at: instant)
      #expect(bench.isOn("f", "user-0", in: ruleset) == isIn)
      #expect(bench.isOn("f", "user-1", in: ruleset) == true)
    }
  }

  @Test func aFlagThatNeedsALongListIsNotTakenOverWhereTheListIsNot() async throws {
    let bench = try await bench()
    try await bench.change("vip", .replace, SegmentBench.lines(0..<2000))
    let promotion = { (environment: String) in
      Promotion(
        source: bench.place.environment, target: bench.place(environment), flags: ["f"], parts: [.targeting],
        bringsSegments: true, versions: [:], caller: .setup, reason: "")
    }
    let flags = bench.segments.flags
    let revision = bench.keeper.state.rulesets[bench.place("staging").environment.id]?.environment.revision
    let refused = await problem { () async throws(Problem) in try await flags.promote(promotion("staging")) }
    #expect(refused.status == 422)
    #expect(refused.errors.map(\.path) == ["segments.vip.listed.digest"])
    #expect(refused.errors.first?.message.contains("is not on this server in environment \"staging\"") == true)
    #expect(try await flags.plan(promotion("staging")).issues == refused.errors)
    #expect(bench.keeper.state.rulesets[bench.place("staging").environment.id]?.environment.revision == revision)
    // Where the list was uploaded the flag is taken over.
    try await bench.change("vip", .replace, SegmentBench.lines(0..<1500), in: bench.place("staging"))
    let done = try await flags.promote(promotion("staging"))
    #expect(done.isApplied)
    #expect(done.segments.isEmpty)
  }
}
