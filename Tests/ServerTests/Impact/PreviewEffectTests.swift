import Foundation
import SerinFlags
import Store
import Testing

@testable import Server

/// What a preview does besides counting: nothing.
@Suite struct PreviewEffectTests {
  private static let operations: [PlannedOperation] = [
    .setKilled(true, flag: "new_checkout"), .setArchived(true, flag: "new_checkout"),
    ImpactBench.edit("welcome_text", ["default": "off"]),
    .create(flag: "fresh", document: ["kind": "release", "owner": "w"]),
  ]

  @Test func nothingOfAPreviewIsServedOrWritten() async throws {
    let bench = try await ImpactBench()
    try bench.see(users: 0..<10)
    let environment = try bench.plans.place().environment
    let served = try #require(bench.plans.keeper.state.rulesets[environment.id])
    let rows = try await bench.plans.audit()
    let stored = try await bench.plans.store.items(environmentID: environment.id, after: 0)
    bench.plans.store.beforeCommits { _ in Issue.record("a preview commits") }
    for operation in Self.operations { #expect(try await bench.preview(operation).changedContexts > 0) }
    #expect(bench.plans.keeper.state.rulesets[environment.id] === served)
    #expect(try await bench.plans.audit() == rows)
    #expect(try await bench.plans.store.items(environmentID: environment.id, after: 0) == stored)
    #expect(try await bench.plans.flags.flag("fresh", in: bench.plans.place().project) == nil)
  }

  @Test func whatTheOperationRefusesThePreviewRefusesInTheSameWords() async throws {
    let bench = try await ImpactBench()
    try await bench.apply([FlagText.flag("a"), FlagText.flag("b", requiring: "a")].joined(separator: ","))
    try await bench.plans.flags.setArchived(
      true, "welcome_text", in: bench.plans.place().project, by: bench.plans.person("admin"), reason: "")
    let refused: [(PlannedOperation, Int)] = [
      (.setKilled(true, flag: "nowhere"), 404), (.setKilled(true, flag: "welcome_text"), 409),
      (.setArchived(true, flag: "a"), 409), (ImpactBench.edit("a", ["rules": "none"]), 422),
      (ImpactBench.edit("a", ["prerequisites": [["flag": "b", "enabled": true]]]), 422),
      (.create(flag: "a", document: ["kind": "release", "owner": "w"]), 409),
      (try ImpactBench.applying("", removing: ["nowhere"]), 422),
      (.restore(flag: "a", VersionPair(fields: 99, item: 99)), 404),
      (.restoreSegment("nobody", VersionPair(fields: 1, item: 1)), 404),
    ]
    let editor = try bench.plans.person("editor")
    for (operation, status) in refused {
      let preview = await refusal { _ = try await bench.preview(operation) }
      let real = await refusal {
        try await bench.plans.flags.perform(operation, in: bench.plans.place(), by: editor, reason: "")
      }
      #expect(real?.status == status, "\(operation.name)")
      #expect(preview?.json == real?.json, "\(operation.name)")
    }
  }

  @Test func aProtectedEnvironmentIsPreviewedWithoutAnApproval() async throws {
    let bench = try await ImpactBench()
    try await bench.plans.protect()
    try bench.see(users: 0..<4)
    let impact = try await bench.preview(ImpactBench.edit("welcome_text", ["default": "off"]))
    #expect(impact["welcome_text"]?.changed == 4)
  }

  @Test func aStoreThatIsAwayIsNotTakenForAnEmptySample() async throws {
    let bench = try await ImpactBench()
    bench.held.fail(true)
    let failed = await refusal { _ = try await bench.preview(.setKilled(true, flag: "welcome_text")) }
    #expect(failed?.status == 503)
  }

  @Test func morePreviewsThanThereIsRoomForAreToldToComeBack() async throws {
    let pool = WorkerPool(threads: 1, queueLength: 0, busy: Problem(.unavailable, "busy"))
    let bench = try await ImpactBench()
    try bench.see(users: 0..<2)
    let service = ImpactService(flags: bench.plans.flags, contexts: bench.contexts, pool: pool)
    let place = try bench.plans.place()
    let viewer = try bench.plans.person("viewer", .viewer)
    let inside = AsyncStream<Void>.makeStream()
    let outside = DispatchSemaphore(value: 0)
    async let held: Void = pool.run {
      inside.continuation.finish()
      outside.wait()
    }
    for await _ in inside.stream {}
    let refused = await refusal {
      _ = try await service.preview(.setKilled(true, flag: "welcome_text"), in: place, by: viewer)
    }
    #expect(refused?.status == 503)
    outside.signal()
    try await held
    #expect(try await service.preview(.setKilled(true, flag: "welcome_text"), in: place, by: viewer).isKnown)
  }
}
