import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// Nobody gets an answer for an archived flag, so nothing is counted of it: that is not "used by nobody".
@Suite struct ArchivedUseTests {
  private let path = "/api/v1/projects/shop/flags/new_checkout"

  /// A bench whose flag was read by two versions and archived eight days ago.
  private func bench() async throws -> UsageBench {
    let bench = try await UsageBench()
    for version in ["5.1.0", "5.2.0"] { await bench.evaluateAll(version: version) }
    bench.clock.advance(seconds: 60)
    #expect(await bench.control(.post, path + "/archive").status == 200)
    bench.clock.advance(milliseconds: 8 * UsageBench.day)
    return bench
  }

  @Test(
    "OP-04: versions of apps that read a flag before it was archived, and are still in use, are named",
    arguments: [false, true])
  func whoMayReadAnArchivedFlagIsNamedBeforeItGoes(isWritten: Bool) async throws {
    let bench = try await bench()
    let last = Instants.text(bench.clock.now - 8 * UsageBench.day - 60_000)
    for version in ["5.2.0", "6.0.0"] { await bench.evaluateAll(version: version) }
    if isWritten { await bench.server.maintain() }
    bench.clock.advance(seconds: 1)
    let refused = await bench.control(.delete, path)
    #expect(refused.status == 409)
    #expect(refused["code"] == "recentlyUsed")
    #expect(refused["usedBy"] == nil)
    #expect(refused["mayBeUsedBy"]?.arrayValue?.map { $0["appVersion"] } == ["5.2.0"])
    #expect(refused["mayBeUsedBy"]?[0]?["lastEvaluatedAt"]?.stringValue == last)
    #expect(refused["detail"]?.stringValue?.contains("is not known while it is archived") == true)
    #expect(await bench.control(.delete, path + "?acknowledge=recentlyUsed").status == 204)
  }

  @Test func anArchivedFlagGoesWithoutAQuestionOnceNobodyHasAVersionThatReadIt() async throws {
    let bench = try await bench()
    await bench.evaluateAll(version: "6.0.0")
    bench.clock.advance(seconds: 1)
    #expect(await bench.control(.delete, path).status == 204)
  }

  /// Regression: when the counters had no room, flags looked as if nobody asked for them.
  @Test func whatFindsNoRoomToBeCountedIsAUseAllTheSame() async throws {
    let fixture = try await Fixture()
    defer { withExtendedLifetime(fixture) {} }
    let clock = FakeClock()
    let project = try #require(try await fixture.store.projects().first)
    let flag = try #require(try await fixture.store.flag(projectID: project.id, key: "welcome_text"))
    let environments = try await fixture.store.environments(projectID: project.id)
    for (cells, capacity) in [(0, 500_000), (1_000_000, 0)] {
      let counters = UsageCounters(capacity: cells)
      let recorder = UsageRecorder(events: fixture.events, counters: counters, capacity: capacity, clock: { clock.now })
      let layout = UsageLayout(environment: try #require(environments.last).number)
      let compiled = CompiledFlag(FlagEntry(reading: ["kind": "release", "owner": "a"], key: "a"))
      let cell = layout.reserve(flag.id, for: compiled)
      let now = Timestamp(milliseconds: clock.now)
      let context = FlagContext(attributes: ["appVersion": .string("5.\(cells)")])
      counters.count(cell, in: UsageScope(layout), for: context, at: now)
      counters.count([Int32(cell)], in: UsageScope(layout), for: context, at: now)
      let service = FlagUsageService(recorder: recorder, clock: { clock.now })
      var seen = flag
      seen.createdAt = clock.now
      for isWritten in [false, true] {
        if isWritten { try await recorder.write() }
        let uses = try await service.uses(of: seen, since: clock.now - 1, in: environments)
        #expect(uses.map(\.appVersion).contains("5.\(cells)"), "\(cells) \(isWritten)")
      }
      #expect(recorder.takeLeftOut() == 2)
      let days = try await fixture.events.flagUsage(
        environments: [layout.environment], flagID: FlagUsage.everyFlag, since: 0)
      #expect(days.allSatisfy { $0.evaluated == 0 })
    }
  }
}
