import SerinFlags
import Store
import Testing

@testable import Server

/// Edits that start from very old versions.
@Suite struct OldVersionTests {
  private func replace(
    _ bench: PlanBench, _ members: JSONObject, from versions: VersionPair
  ) async throws -> FlagView {
    var document = try await bench.flags.view("new_checkout", at: versions, in: bench.place()).editable
    for (name, value) in members { document[name] = value }
    return try await bench.flags.replace(
      "new_checkout", document: .object(document), versions: versions, in: bench.place(), by: bench.person("late"),
      reason: "")
  }

  /// Regression: every version since then was read, thousands perhaps, to merge an edit that nothing stands in the way of.
  @Test func anEditFromLongAgoThatNothingStandsInTheWayOfReadsWhatItStartsFromOnly() async throws {
    let bench = try await PlanBench()
    let old = try await bench.flag().versions
    for step in 0..<60 { try await bench.edit(["default": step % 2 == 0 ? "on" : "off"]) }
    let before = bench.store.versionsRead
    var document = try await bench.flag().editable
    document["default"] = "off"
    document["owner"] = "somebody"
    document["rules"] = []
    let merged = try await bench.flags.replace(
      "new_checkout", document: .object(document), versions: old, in: bench.place(), by: bench.person("late"),
      reason: "")
    #expect(bench.store.versionsRead - before == 2)
    #expect(merged.editable["owner"] == "somebody")
    #expect(merged.editable["default"] == "off")
  }

  @Test func whoChangedAMemberLastIsFoundFromTheNewestVersionBack() async throws {
    let bench = try await PlanBench()
    let old = try await bench.flag().versions
    for step in 0..<40 {
      try await bench.edit(["default": step % 2 == 0 ? "on" : "off"], by: bench.person("early"))
    }
    bench.clock.advance(seconds: 60)
    try await bench.edit(["default": "on"], by: bench.person("ann"))
    try await bench.edit(["owner": "bobs-team"], by: bench.person("bob"))
    for step in 0..<10 { try await bench.edit(["description": .string("\(step)")], by: bench.person("eve")) }
    let before = bench.store.versionsRead
    let refused = await refusal {
      _ = try await replace(bench, ["default": "elsewhere", "owner": "mine"], from: old)
    }
    #expect(refused?.status == 422 || refused?.status == 412)
    let conflict = await refusal { _ = try await replace(bench, ["default": "on", "owner": "mine"], from: old) }
    #expect(conflict?.status == 412, "\(String(describing: conflict))")
    let changes = conflict?.members["conflict"]?["changes"]?.arrayValue
    #expect(changes?.map { $0["member"] } == ["owner"])
    #expect(changes?.first?["by"] == "token:bob")
    #expect(bench.store.versionsRead - before < 80)
  }

  @Test func whatWasChangedBeyondReachIsAConflictOfNobody() async throws {
    let bench = try await PlanBench()
    let old = try await bench.flag().versions
    try await bench.edit(["rules": []], by: bench.person("long-gone"))
    for step in 0..<(MemberAuthors.reach + 5) { try await bench.edit(["default": step % 2 == 0 ? "on" : "off"]) }
    let rules: JSONValue = [["id": "r_00000009", "serve": "on"]]
    let before = bench.store.versionsRead
    let conflict = await refusal { _ = try await replace(bench, ["rules": rules], from: old) }
    #expect(conflict?.status == 412)
    let changes = conflict?.members["conflict"]?["changes"]?.arrayValue
    #expect(changes?.map { $0["member"] } == ["rules"])
    #expect(changes?.first?["by"] == nil)
    #expect(bench.store.versionsRead - before <= 2 * MemberAuthors.reach + 10)
  }

  @Test func aSegmentFromLongAgoIsMergedAndItsConflictNamed() async throws {
    let fixture = try await Fixture()
    let store = FaultyStore(fixture.store)
    let bench = try await SegmentBench(fixture: fixture, store: store)
    try await bench.create("vip", kind: .conditions, ["list": ["alice"]])
    let old = try await bench.segments.details("vip", in: bench.place).versions
    let ann = Caller(actor: "token:ann", via: "api", requestID: "", access: nil)
    for step in 0..<40 {
      _ = try await bench.segments.edit(
        "vip", ["definition": ["list": [.string("user-\(step)")]]], versions: nil, in: bench.place, by: .setup,
        reason: "")
    }
    _ = try await bench.segments.edit(
      "vip", ["definition": ["list": ["ann"]]], versions: nil, in: bench.place, by: ann, reason: "")
    let before = store.versionsRead
    let merged = try await bench.segments.edit(
      "vip", ["description": "people"], versions: old, in: bench.place, by: .setup, reason: "")
    #expect(store.versionsRead - before == 2)
    #expect(merged.editable["definition"] == ["list": ["ann"]])
    let conflict = await problem { () async throws(Problem) in
      try await bench.segments.edit(
        "vip", ["definition": ["list": ["mine"]]], versions: old, in: bench.place, by: .setup, reason: "")
    }
    #expect(conflict.status == 412)
    #expect(conflict.members["conflict"]?["changes"]?.arrayValue?.first?["by"] == "token:ann")
  }
}
