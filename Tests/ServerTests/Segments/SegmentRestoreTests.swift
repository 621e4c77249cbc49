import SerinFlags
import Store
import Testing

@testable import Server

/// A segment that becomes what it was.
@Suite struct SegmentRestoreTests {
  private static let pro: JSONValue = ["attribute": "plan", "op": "equals", "value": "pro"]
  private static let first = VersionPair(fields: 1, item: 1)

  private let clock = FakeClock()

  private func bench() async throws -> SegmentBench { try await SegmentBench(clock: clock) }

  private func edit(
    _ bench: SegmentBench, _ key: String, _ members: JSONObject, in place: Place? = nil
  ) async throws(Problem) {
    clock.advance(seconds: 1)
    _ = try await bench.segments.edit(
      key, members, versions: nil, in: place ?? bench.place, by: .setup, reason: "")
  }

  private func restore(
    _ bench: SegmentBench, _ key: String, to versions: VersionPair = first, in place: Place? = nil
  ) async throws(Problem) -> SegmentDetails {
    clock.advance(seconds: 1)
    return try await bench.segments.restore(
      key, to: versions, in: place ?? bench.place, by: .setup, reason: "wrong way")
  }

  @Test func conditionsDescriptionAndTagsComeBackAsANewVersionAndTheKindStays() async throws {
    let bench = try await bench()
    let made = try await bench.create("pros", kind: .conditions, Self.pro)
    try await edit(bench, "pros", ["definition": ["list": ["a"]], "description": "others", "tags": ["x"]])
    let restored = try await restore(bench, "pros")
    #expect(restored.versions.text == "3.3")
    #expect(restored.editable == made.editable)
    #expect(restored.record.kind == "conditions")
    let newest = try await bench.segments.history(of: "pros", in: bench.place).page(before: nil, limit: 1).entries.first
    #expect(newest?.author.action == "segment.restore")
    #expect(newest?.author.reason == "wrong way")
    #expect(
      newest?.changes.map(\.path) == [
        "definition.attribute", "definition.op", "definition.value", "definition.list", "description", "tags",
      ])
    // Once more changes nothing, so it makes no version.
    #expect(try await restore(bench, "pros").versions.text == "3.3")
  }

  @Test func aLongListComesBackByItsDigestAndDecidesAgain() async throws {
    let bench = try await bench()
    try await bench.create("vip", ["list": ["alice"]])
    try await bench.apply(FlagText.flag("f", when: #"{"segment":"vip"}"#))
    let long = try await bench.change("vip", .replace, SegmentBench.lines(0..<2000)).details
    clock.advance(seconds: 1)
    try await bench.change("vip", .replace, SegmentBench.lines(5000..<7000))
    #expect(bench.isOn("f", "user-1") == false)
    let restored = try await restore(bench, "vip", to: long.versions)
    #expect(restored.digest == long.digest && restored.count == 2000)
    #expect(bench.isOn("f", "user-1") == true && bench.isOn("f", "user-5000") == false)
    #expect(try await bench.contains("user-1999", "vip"))
    // And an upload goes on from there.
    #expect(try await bench.change("vip", .add, "one more\n").details.count == 2001)
    #expect(bench.isOn("f", "user-1") == true && bench.isOn("f", "one more") == true)
    let short = try await restore(bench, "vip")
    #expect(short.editable["definition"] == ["list": ["alice"]])
    #expect(bench.isOn("f", "alice") == true && bench.isOn("f", "user-1") == false)
  }

  @Test func aListThatIsNotOnThisServerIsRefusedByItsPath() async throws {
    let bench = try await bench()
    try await bench.create("vip", ["list": ["alice"]])
    // As a version that came from another server without its list.
    let digest = String(repeating: "ab", count: 32)
    var write = Edit(audit: Caller.setup.entry("segment.edit", "segment:vip", reason: ""))
    write.items = [
      ItemWrite(
        environmentID: bench.place.environment.id, kind: .segment, id: "vip",
        document: #"{"condition":{"listed":{"digest":"\#(digest)","count":3}}}"#, expects: .version(1))
    ]
    clock.advance(seconds: 1)
    _ = try await bench.fixture.store.commit(Change(chain: bench.place.project.id, edits: [write]))
    try await edit(bench, "vip", ["definition": ["list": ["bob"]]])
    let refused = await problem { () throws(Problem) in
      try await restore(bench, "vip", to: VersionPair(fields: 1, item: 2))
    }
    #expect(refused.status == 422)
    #expect(refused.errors.first?.path == "definition.listed.digest")
    #expect(refused.errors.first?.message.contains(digest) == true)
    #expect(try await bench.segments.details("vip", in: bench.place).versions.text == "1.3")
  }

  @Test func aReferenceToASegmentThatIsGoneIsRefused() async throws {
    let bench = try await bench()
    try await bench.create("inner", ["list": ["a"]])
    try await bench.create("outer", kind: .conditions, ["segment": "inner"])
    try await edit(bench, "outer", ["definition": Self.pro])
    try await bench.segments.delete("inner", in: bench.place.project, by: .setup, reason: "")
    let refused = await problem { () throws(Problem) in try await restore(bench, "outer") }
    #expect(refused.status == 422)
    #expect(refused.errors.first?.path == "segments.outer.segment")
    #expect(try await bench.segments.details("outer", in: bench.place).editable["definition"] == Self.pro)
  }

  @Test func aCycleIsRefused() async throws {
    let bench = try await bench()
    try await bench.create("a", kind: .conditions, Self.pro)
    try await bench.create("b", kind: .conditions, ["segment": "a"])
    try await edit(bench, "b", ["definition": Self.pro])
    try await edit(bench, "a", ["definition": ["segment": "b"]])
    let refused = await problem { () throws(Problem) in try await restore(bench, "b") }
    #expect(refused.status == 422)
    #expect(refused.errors.contains { $0.message.contains("cycle") }, "\(refused.errors)")
  }

  @Test func whereItHadNoDefinitionItHasNoneAgainUnlessSomethingRefersToIt() async throws {
    let bench = try await bench()
    let staging = bench.place("staging")
    try await bench.create("vip", ["list": ["alice"]])
    try await edit(bench, "vip", ["definition": ["list": ["bob"]]], in: staging)
    try await bench.apply(FlagText.flag("f", when: #"{"segment":"vip"}"#), in: staging)
    let nothing = VersionPair(fields: 1, item: 0)
    let refused = await problem { () throws(Problem) in try await restore(bench, "vip", to: nothing, in: staging) }
    #expect(refused.status == 422)
    #expect(refused.errors.first?.path.hasPrefix("flags.f.rules[0].when") == true, "\(refused.errors)")
    try await bench.apply(FlagText.flag("f"), in: staging)
    let restored = try await restore(bench, "vip", to: nothing, in: staging)
    #expect(restored.entry == nil && restored.versions.text == "1.2")
    #expect(bench.keeper.state.rulesets[staging.environment.id]?.segments["vip"] == nil)
    #expect(bench.keeper.state.rulesets[bench.place.environment.id]?.segments["vip"] != nil)
    let back = try await restore(bench, "vip", in: staging)
    #expect(back.editable["definition"] == ["list": ["bob"]])
  }

  @Test func anEarlierListThatIsLongerCountsAsAnUploadDoes() async throws {
    let bench = try await bench()
    try await bench.create("vip", ["list": []])
    let long = try await bench.change("vip", .replace, SegmentBench.lines(0..<3000)).details
    clock.advance(seconds: 1)
    try await bench.change("vip", .replace, SegmentBench.lines(0..<1500))
    var segments = bench.segments
    segments.flags.listLimit = 2999
    let refused = await problem { () throws(Problem) in
      try await segments.restore("vip", to: long.versions, in: bench.place, by: .setup, reason: "")
    }
    #expect(refused.status == 409)
    #expect(refused.detail.contains("3000 ids together; at most 2999") == true)
  }

  @Test func whatANewerVersionOfSerinWroteIsNotRestored() async throws {
    let bench = try await bench()
    try await bench.create("vip", ["list": ["alice"]])
    var write = Edit(audit: Caller.setup.entry("segment.edit", "segment:vip", reason: ""))
    write.items = [
      ItemWrite(
        environmentID: bench.place.environment.id, kind: .segment, id: "vip", schema: FlagItem.schema + 1,
        document: #"{"condition":{"list":["bob"]},"since":"later"}"#, expects: .version(1))
    ]
    clock.advance(seconds: 1)
    _ = try await bench.fixture.store.commit(Change(chain: bench.place.project.id, edits: [write]))
    // Neither that version itself nor, while it is there, any other one.
    for item in [Int64(1), 2] {
      let refused = await problem { () throws(Problem) in
        try await restore(bench, "vip", to: VersionPair(fields: 1, item: item))
      }
      #expect(refused.status == 409)
      #expect(refused.detail.contains("newer version of Serin"))
    }
  }
}
