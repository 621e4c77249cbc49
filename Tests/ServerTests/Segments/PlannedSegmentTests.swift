import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// Restoring a segment later: planned, proposed and previewed.
@Suite struct PlannedSegmentTests {
  private static let first = PlannedOperation.restoreSegment("vip", VersionPair(fields: 1, item: 1))

  /// Production with a flag for the segment, which has one id at 1.1, and others and a description at 2.2.
  private func bench(_ bench: PlanBench, _ lines: Range<Int> = 0..<3) async throws {
    let segments = SegmentService(flags: bench.flags)
    let ann = try bench.person("ann")
    let creation = SegmentService.Creation(key: "vip", kind: .list, definition: ["list": ["user-1"]])
    _ = try await segments.create(creation, in: bench.place(), by: ann, reason: "")
    try await bench.flags.perform(
      ImpactBench.applying(FlagText.flag("f", when: #"{"segment":"vip"}"#)), in: bench.place(), by: ann, reason: "")
    bench.clock.advance(seconds: 1)
    let ids = lines.map { JSONValue.string("user-\($0 + 10)") }
    _ = try await segments.edit(
      "vip", ["definition": ["list": .array(ids)], "description": "paying"], versions: nil, in: bench.place(), by: ann,
      reason: "")
    bench.clock.advance(seconds: 1)
  }

  private func details(_ bench: PlanBench) async throws -> SegmentDetails {
    try await SegmentService(flags: bench.flags).details("vip", in: bench.place())
  }

  @Test func theOperationIsReadAsItIsWritten() throws {
    let json: JSONValue = ["operation": "restoreSegmentVersion", "segment": "vip", "version": "1.0"]
    #expect(JSONValue.object(try PlannedOperation(json, path: "change").json) == json)
    for (json, fault) in [
      (["operation": "restoreSegmentVersion", "segment": "vip"] as JSONValue, "change.version"),
      (["operation": "restoreSegmentVersion", "version": "1.1"], "change.segment"),
      (["operation": "restoreSegmentVersion", "segment": "vip", "version": "one"], "change.version"),
      (["operation": "restoreSegmentVersion", "segment": "vip", "version": "1.1", "flag": "f"], "change.flag"),
    ] {
      #expect(throws: Problem.self) { try PlannedOperation(json, path: "change") }
      do throws(Problem) { _ = try PlannedOperation(json, path: "change") } catch {
        #expect(error.errors.map(\.path) == [fault])
      }
    }
  }

  @Test func itIsProposedShownApprovedAndAppliedAsItWasShown() async throws {
    let bench = try await PlanBench()
    try await self.bench(bench)
    try await bench.protect()
    let direct = await refusal {
      _ = try await bench.flags.perform(Self.first, in: bench.place(), by: bench.person("ann"), reason: "back")
    }
    #expect(direct?.code == .approvalRequired)
    let request = try await bench.propose(Self.first)
    let shown = try await bench.requests.details(request.id, in: bench.place(), by: bench.person("author"))
    let parts = shown.difference?.parts ?? []
    #expect(parts.map(\.kind) == ["segment", "segment"])
    #expect(parts.map(\.environmentID) == [nil, try bench.place().environment.id])
    #expect(parts.first?.changes.map(\.path) == ["description"])
    #expect(parts.last?.changes.map(\.path) == ["condition.list"])
    try await bench.approve(request)
    try await bench.apply(request)
    #expect(try await details(bench).editable["definition"] == ["list": ["user-1"]])
    #expect(try await details(bench).record.description == "")
    let row = try await bench.audit().last { $0.entry.action == "segment.restore" }
    #expect(row?.entry.via == "approval")
  }

  @Test func theDifferenceOfALongListShowsItsDigestAndCountAndNoIds() async throws {
    let bench = try await PlanBench()
    try await self.bench(bench)
    // As many as no longer stand in the document.
    let segments = SegmentService(flags: bench.flags)
    let request = HTTPRequest(method: .put, target: "/", body: Array(SegmentBench.lines(0..<1500).utf8))
    _ = try await segments.changeList(
      of: "vip", .replace, by: request.bodyStream, versions: nil, in: bench.place(), by: bench.person("ann"),
      reason: "")
    let proposed = try await bench.propose(Self.first)
    let shown = try await bench.requests.details(proposed.id, in: bench.place(), by: bench.person("author"))
    let part = try #require(shown.difference?.parts.last)
    #expect(part.changes.map(\.path).sorted() == ["condition.listed.count", "condition.listed.digest"])
    #expect(part.changes.first { $0.path == "condition.listed.count" }?.after == 1)
    #expect(shown.difference.map { $0.json(bench.keeper.state).text().contains("user-") } == false)
  }

  @Test func aRequestIsStaleWhenOthersChangeTheSegment() async throws {
    let bench = try await PlanBench()
    try await self.bench(bench)
    let request = try await bench.propose(Self.first)
    try await bench.approve(request)
    _ = try await SegmentService(flags: bench.flags).edit(
      "vip", ["definition": ["list": ["zoe"]]], versions: nil, in: bench.place(), by: bench.person("eve"), reason: "")
    let moved = await refusal { try await bench.apply(request) }
    #expect(moved?.status == 409)
    #expect(moved?.members["changed"]?[0]?["key"] == "vip")
    #expect(try await details(bench).editable["definition"] == ["list": ["zoe"]])
  }

  @Test func itIsPlannedForAnInstantUnderTheRightsOfThen() async throws {
    let bench = try await PlanBench()
    try await self.bench(bench)
    let byViewer = await refusal {
      try await bench.plan(Self.first, by: bench.person("viewer", .viewer))
    }
    #expect(byViewer?.status == 403)
    let job = try await bench.plan(Self.first)
    #expect(job.environmentID == (try bench.place().environment.id))
    let late = try await bench.plan(Self.first, by: bench.person("leaver"))
    bench.rights.set("token:leaver", nil)
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(job.id).state == .done)
    #expect(try await bench.job(late.id).state == .failed)
    #expect(try await details(bench).versions.text == "3.3")
  }

  @Test func whatItWouldChangeIsCountedForAnyRole() async throws {
    let bench = try await ImpactBench()
    try await self.bench(bench.plans)
    try bench.see(users: 0..<20)
    let impact = try await bench.preview(Self.first)
    // One user comes in, three leave.
    #expect(impact["f"]?.changed == 4)
    #expect(try await details(bench.plans).versions.text == "2.2")
  }

  @Test func aSegmentStaysWhileAVersionOfItWaitsToBeRestored() async throws {
    let bench = try await PlanBench()
    try await self.bench(bench)
    try await bench.flags.perform(
      ImpactBench.applying(FlagText.flag("f", when: #"{"attribute":"a","op":"exists"}"#)), in: bench.place(),
      by: bench.person("ann"), reason: "")
    let request = try await bench.propose(Self.first)
    let segments = SegmentService(flags: bench.flags)
    let refused = await refusal {
      try await segments.delete("vip", in: bench.place().project, by: bench.person("ann"), reason: "")
    }
    #expect(refused?.code == .conflict && refused?.detail.contains(request.id) == true, "\(refused?.detail ?? "")")
  }

  @Test func aStaleRequestNamesTheWordsThatHaveChanged() async throws {
    let bench = try await PlanBench()
    try await self.bench(bench)
    try await bench.protect()
    let request = try await bench.propose(Self.first)
    _ = try await SegmentService(flags: bench.flags).edit(
      "vip", ["description": "others"], versions: nil, in: bench.place(), by: bench.person("ann"), reason: "words")
    let refused = await refusal { try await bench.approve(request) }
    let changed = refused?.members["changed"]?[0]
    #expect(
      changed?["kind"] == "segment" && changed?["changes"]?[0]?["path"] == "description",
      "\(String(describing: refused))")
  }
}
