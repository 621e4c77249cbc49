import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct SegmentServiceTests {
  private static let pro: JSONValue = ["attribute": "plan", "op": "equals", "value": "pro"]

  @Test func aSegmentIsCreatedOnceAndReadBackEdited() async throws {
    let bench = try await SegmentBench()
    let made = try await bench.create("pros", kind: .conditions, Self.pro)
    #expect(made.versions.text == "1.1")
    #expect(made.json["definition"] == Self.pro)
    #expect(made.json["count"] == .null)
    let again = await problem { () throws(Problem) in try await bench.create("pros", kind: .conditions, Self.pro) }
    #expect(again.status == 409)

    let edited = try await bench.segments.edit(
      "pros", ["description": "paying", "tags": ["money"], "definition": ["any": [Self.pro]]], versions: made.versions,
      in: bench.place, by: .setup, reason: "")
    #expect(edited.versions.text == "2.2")
    let read = try await bench.segments.details("pros", in: bench.place)
    #expect(read.json["description"] == "paying")
    #expect(read.json["tags"] == ["money"])
    #expect(read.json["definition"] == ["any": [Self.pro]])
  }

  @Test func anotherEnvironmentHasNoDefinitionUntilItIsGivenOne() async throws {
    let bench = try await SegmentBench()
    try await bench.create("pros", kind: .conditions, Self.pro)
    let staging = try await bench.segments.details("pros", in: bench.place("staging"))
    #expect(staging.versions.text == "1.0")
    #expect(staging.json["definition"] == .null)
    let given = try await bench.segments.edit(
      "pros", ["definition": ["list": ["a"]]], versions: staging.versions, in: bench.place("staging"), by: .setup,
      reason: "")
    #expect(given.versions.text == "1.1")
    #expect(try await bench.segments.details("pros", in: bench.place).json["definition"] == Self.pro)
  }

  @Test func changesOfDifferentMembersAreBothKeptAndThoseOfOneConflict() async throws {
    let bench = try await SegmentBench()
    let start = try await bench.create("pros", kind: .conditions, Self.pro).versions
    func edit(_ members: JSONObject) async throws(Problem) -> SegmentDetails {
      try await bench.segments.edit("pros", members, versions: start, in: bench.place, by: .setup, reason: "")
    }
    _ = try await edit(["description": "one"])
    let merged = try await edit(["definition": ["list": ["a"]]])
    #expect(merged.json["description"] == "one")
    #expect(merged.json["definition"] == ["list": ["a"]])
    let conflict = await problem { () throws(Problem) in try await edit(["description": "two"]) }
    #expect(conflict.status == 412)
    let change = conflict.members["conflict"]?["changes"]?[0]
    #expect(change?["member"] == "description")
    #expect(change?["before"] == "")
    #expect(change?["after"] == "one")
    #expect(change?["by"] == "setup")
    #expect(change?["at"]?.stringValue != nil)
  }

  @Test func anEditWithoutChangeMakesNoVersionAndNoAuditRow() async throws {
    let bench = try await SegmentBench()
    let made = try await bench.create("pros", kind: .conditions, Self.pro)
    let rows = try await bench.fixture.store.audit(chain: bench.place.project.id, after: 0, object: nil, limit: 1000)
    let same = try await bench.segments.edit(
      "pros", made.editable, versions: made.versions, in: bench.place, by: .setup, reason: "")
    #expect(same.versions == made.versions)
    let after = try await bench.fixture.store.audit(chain: bench.place.project.id, after: 0, object: nil, limit: 1000)
    #expect(after.count == rows.count)
  }

  @Test func aVersionThatNeverWasIsRefused() async throws {
    let bench = try await SegmentBench()
    try await bench.create("pros", kind: .conditions, Self.pro)
    let refused = await problem { () throws(Problem) in
      try await bench.segments.edit(
        "pros", ["description": "x"], versions: VersionPair(fields: 9, item: 9), in: bench.place, by: .setup,
        reason: "")
    }
    #expect(refused.status == 412)
  }

  @Test func aDefinitionMustBeSoundAndOfTheSegmentsKind() async throws {
    let bench = try await SegmentBench()
    for (kind, definition, fault) in [
      (SegmentKind.conditions, ["any": []] as JSONValue, "definition.any"),
      (.list, Self.pro, "definition: a segment of the kind list is a list of ids"),
      (.behaviour, ["list": ["a"]], "definition: a segment of the kind behaviour"),
      (.conditions, ["segment": "nobody"], "segments.s.segment"),
      (
        .list, ["listed": ["digest": "abcd", "count": 3]], "definition.listed.digest: the list \"abcd\" is not on this"
      ),
    ] {
      let refused = await problem { () throws(Problem) in try await bench.create("s", kind: kind, definition) }
      #expect(refused.status == 422)
      #expect(refused.errors.first.map { "\($0)" }?.hasPrefix(fault) == true, "\(String(describing: refused.errors))")
    }
    let none = await problem { () throws(Problem) in try await bench.create("s", kind: .conditions) }
    #expect(none.errors.first?.path == "definition")
    let key = await problem { () throws(Problem) in try await bench.create("a/b") }
    #expect(key.errors.first?.path == "key")
  }

  @Test func aSegmentThatIsUsedAnywhereIsNotDeletedAndTheErrorNamesItsUsers() async throws {
    let bench = try await SegmentBench()
    try await bench.create("vip", ["list": ["a"]])
    try await bench.create("inner", kind: .conditions, ["any": [["segment": "vip"]]])
    let staging = bench.place("staging")
    _ = try await bench.segments.edit(
      "vip", ["definition": ["list": ["b"]]], versions: nil, in: staging, by: .setup, reason: "")
    try await bench.apply(
      FlagText.flag("f", when: #"{"all":[{"segment":"vip"}]}"#), in: staging)
    let usage = bench.segments.usage(of: "vip", in: bench.place.environments)
    #expect(usage.map(\.environment.key) == ["staging", "production"])
    #expect(
      usage.map(\.json) == [
        [
          "environment": "staging",
          "uses": [["flag": "f", "rule": "r_00000001", "path": "flags.f.rules[0].when.all[0].segment"]],
        ],
        ["environment": "production", "uses": [["segment": "inner", "path": "segments.inner.any[0].segment"]]],
      ])
    let refused = await problem { () throws(Problem) in
      try await bench.segments.delete("vip", in: bench.place.project, by: .setup, reason: "")
    }
    #expect(refused.status == 409)
    #expect(refused.detail.contains("flag \"f\" in staging; segment \"inner\" in production") == true)
    #expect(try await bench.segments.details("vip", in: bench.place).item?.isGone == false)
  }

  @Test func aDeletedSegmentIsGoneEverywhereWithOneAuditRowAnEnvironmentAndItsKeyStaysTaken() async throws {
    let bench = try await SegmentBench()
    try await bench.create("vip", ["list": ["a"]])
    _ = try await bench.segments.edit(
      "vip", ["definition": ["list": ["b"]]], versions: nil, in: bench.place("staging"), by: .setup, reason: "")
    try await bench.segments.delete("vip", in: bench.place.project, by: .setup, reason: "old")
    #expect(
      await problem { () throws(Problem) in try await bench.segments.details("vip", in: bench.place) }.status == 404)
    #expect(bench.keeper.state.rulesets.values.allSatisfy { $0.segments["vip"] == nil })
    let rows = try await bench.fixture.store.audit(
      chain: bench.place.project.id, after: 0, object: "segment:vip", limit: 100)
    #expect(rows.filter { $0.entry.action == "segment.delete" }.count == 2)

    let refused = await problem { () throws(Problem) in try await bench.create("vip") }
    #expect(refused.status == 409)
    #expect(refused.detail.contains("reuseKey") == true)
    await #expect(throws: Problem.self) { try await bench.apply("", segments: #""vip":{"list":["x"]}"#) }
    let reasonless = await problem { () throws(Problem) in try await bench.create("vip", reusesKey: true) }
    #expect(reasonless.errors.first?.path == "reason")
    let again = try await bench.create("vip", reusesKey: true, reason: "apps of that time are gone")
    // Versions go on from those of the earlier one, so that no edit of that is taken for one of this.
    #expect(again.record.version == 3)
    #expect(again.count == 0)
  }

  @Test func applyKeepsTheKindOfASegment() async throws {
    let bench = try await SegmentBench()
    try await bench.apply("", segments: #""vip":{"list":["a"]},"pros":{"any":[{"list":["a"]}]}"#)
    let records = try await bench.segments.segments(of: bench.place.project)
    #expect(records.map { "\($0.key) \($0.kind)" } == ["pros conditions", "vip list"])
    try await bench.apply("", segments: #""pros":{"list":["b"]}"#)
    await #expect(throws: Problem.self) {
      try await bench.apply("", segments: #""vip":{"attribute":"plan","op":"equals","value":"pro"}"#)
    }
  }
}
