import SerinFlags
import Store
import Testing

@testable import Server

/// How many ids the long lists of a node may have together, by whatever way they come.
@Suite struct ListRoomTests {
  /// Two lists, the first of which was longer once, and what a document says of that.
  private func bench() async throws -> (SegmentBench, earlier: JSONValue) {
    let bench = try await SegmentBench()
    try await bench.create("vip")
    try await bench.create("pros")
    try await bench.change("vip", .replace, SegmentBench.lines(0..<4000))
    let export = try await bench.segments.flags.contents(of: bench.place, includesArchived: true).ruleset(
      of: bench.place)
    let earlier = try #require(export["segments"]?["vip"])
    try await bench.change("vip", .replace, SegmentBench.lines(0..<1500))
    try await bench.change("pros", .replace, SegmentBench.lines(0..<2000))
    #expect(bench.keeper.state.listedIDs == 3500)
    return (bench, earlier)
  }

  private func application(_ bench: SegmentBench, _ segments: JSONObject) throws -> FlagService.Application {
    let json: JSONValue = ["schema": 1, "flags": [:], "segments": .object(segments)]
    return FlagService.Application(
      place: bench.place, document: try FlagService.document(json, for: bench.place, isWhole: false),
      removedSegments: [], caller: .setup, reason: "")
  }

  /// Regression: only uploads were looked at, so a longer list of earlier came back by any other way.
  @Test func anEarlierListThatIsAppliedAgainCountsAsAnUploadDoes() async throws {
    let (bench, earlier) = try await bench()
    var flags = bench.segments.flags
    flags.listLimit = 5999
    let full = try application(bench, ["vip": earlier])
    let refused = await problem { () async throws(Problem) in try await flags.apply(full) }
    #expect(refused.status == 409)
    #expect(refused.detail == "the lists of this server would have 6000 ids together; at most 5999 are allowed")
    #expect(bench.keeper.state.listedIDs == 3500)
    flags.listLimit = 6000
    _ = try await flags.apply(full)
    #expect(bench.keeper.state.listedIDs == 6000)
  }

  @Test func listsOfOneChangeCountTogetherAndThoseThatItTakesAwayDoNot() async throws {
    let (bench, earlier) = try await bench()
    var flags = bench.segments.flags
    flags.listLimit = 4000
    _ = try await flags.apply(application(bench, ["vip": earlier, "pros": ["list": ["one"]]]))
    #expect(bench.keeper.state.listedIDs == 4000)
    // Two segments with one list hold it once.
    _ = try await flags.apply(application(bench, ["pros": earlier]))
    #expect(bench.keeper.state.listedIDs == 4000)
  }

  @Test func anEditOfASegmentIsLookedAtTooAndWhatDoesNotGrowIsNeverRefused() async throws {
    let (bench, earlier) = try await bench()
    var segments = bench.segments
    segments.flags.listLimit = 3000
    let service = segments
    let refused = await problem { () async throws(Problem) in
      try await service.edit(
        "vip", ["definition": earlier], versions: nil, in: bench.place, by: .setup, reason: "")
    }
    #expect(refused.status == 409)
    // The lists are over the limit already; one that becomes shorter is welcome.
    _ = try await service.edit(
      "vip", ["definition": ["list": []]], versions: nil, in: bench.place, by: .setup, reason: "")
    _ = try await service.edit("pros", ["tags": ["x"]], versions: nil, in: bench.place, by: .setup, reason: "")
    #expect(bench.keeper.state.listedIDs == 2000)
  }
}
