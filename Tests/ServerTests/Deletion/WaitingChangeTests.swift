import SerinFlags
import Store
import Testing

@testable import Server

/// Deletions among changes that wait, and in protected environments.
@Suite struct WaitingChangeTests {
  private func delete(_ bench: PlanBench, key: String = "new_checkout", acknowledged: Bool = false) async throws {
    try await bench.flags.setDeleted(
      true, key, acknowledgesUse: acknowledged, in: bench.place().project, by: bench.person("ann"), reason: "gone")
  }

  @Test func aFlagIsNotDeletedWhileAScheduleWaitsForItAndTheScheduleIsNamed() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(.setKilled(true, flag: "new_checkout"))
    let refused = await refusal { try await delete(bench) }
    #expect(refused?.status == 409)
    #expect(refused?.detail.contains("schedule \(job.id) (killFlag at 2027-01-15T09:00:00.000Z)") == true)
    try await delete(bench, key: "welcome_text")
    _ = try await bench.schedules.cancel(job.id, in: bench.place().project, by: bench.person("ann"), reason: "")
    try await delete(bench)
  }

  @Test(
    arguments: [
      .setArchived(true, flag: "new_checkout"),
      .replace(flag: "new_checkout", FlagPatch(content: .members(["default": "on"]), base: nil)),
      .promote(PlannedPromotion(from: "staging", flags: ["new_checkout"], parts: [.values], bringsSegments: false)),
      .promote(PlannedPromotion(from: "staging", flags: ["new_checkout"], parts: [.targeting], bringsSegments: false)),
    ] as [PlannedOperation])
  func aFlagIsNotDeletedWhileAChangeRequestNeedsIt(operation: PlannedOperation) async throws {
    let bench = try await PlanBench()
    try await bench.edit(["default": "on"])
    try await bench.edit(["default": "off"])
    guard let request = try? await bench.propose(operation) else { return }
    let refused = await refusal { try await delete(bench) }
    #expect(refused?.status == 409)
    #expect(refused?.detail.contains("change request \(request.id) (\(operation.name) in production)") == true)
    _ = try await bench.requests.decide(
      .reject, on: request.id, contentHash: request.contentHash.hexadecimal, in: bench.place(),
      by: bench.person("author"), reason: "")
    try await delete(bench)
  }

  @Test func aDeletionIsPlannedAndMadeAtItsInstant() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(.setDeleted(true, flag: "new_checkout"))
    #expect(job.environmentID == nil)
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(job.id).state == .done)
    #expect(try await bench.flag().flag.lifecycle == .deleted)
    let back = try await bench.plan(.setDeleted(false, flag: "new_checkout"))
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(back.id).state == .done)
    #expect(try await bench.flag().flag.lifecycle == .active)
    #expect(
      try await bench.audit().filter { $0.entry.action == "flag.delete" }.allSatisfy { $0.entry.via == "schedule" })
  }

  @Test func aPlannedKillOfAFlagThatWasReplacedUnderItsKeyFails() async throws {
    let bench = try await PlanBench()
    try await bench.flags.setArchived(
      true, "welcome_text", in: bench.place().project, by: bench.person("ann"), reason: "")
    let job = try await bench.plan(.setArchived(false, flag: "welcome_text"))
    let refused = await refusal {
      _ = try await bench.flags.create(
        "welcome_text", document: ["kind": "ops", "owner": "me"],
        reusing: KeyReuse(reason: "r", acknowledgesUse: false),
        in: bench.place(), by: bench.person("ann"), reason: "r")
    }
    #expect(refused?.detail.contains("schedule \(job.id)") == true)
  }

  @Test func whereAnEnvironmentIsProtectedADeletionNeedsAnApproval() async throws {
    let bench = try await PlanBench()
    try await bench.protect()
    let refused = await refusal { try await delete(bench) }
    #expect(refused?.code == .approvalRequired)
    #expect(try await bench.flag().flag.lifecycle == .active)
    let request = try await bench.propose(.setDeleted(true, flag: "new_checkout"))
    let details = try await bench.requests.details(request.id, in: bench.place(), by: bench.person("author"))
    #expect(details.obstacle == nil)
    let flagPart = details.difference?.parts.first { $0.kind == "flag" && $0.environmentID == nil }
    #expect(flagPart?.changes.map(\.path) == ["deleted"])
    try await bench.approve(request)
    try await bench.apply(request)
    #expect(try await bench.flag().flag.lifecycle == .deleted)
    let row = try #require(try await bench.audit().first { $0.entry.action == "flag.delete" })
    #expect(row.entry.via == "approval")
    // Bringing it back changes answers there too.
    let back = await refusal {
      try await bench.flags.setDeleted(
        false, "new_checkout", in: bench.place().project, by: bench.person("ann"), reason: "")
    }
    #expect(back?.code == .approvalRequired)
    let restoring = try await bench.propose(.setDeleted(false, flag: "new_checkout"))
    try await bench.approve(restoring)
    try await bench.apply(restoring)
    #expect(try await bench.flag().flag.lifecycle == .active)
  }

  @Test func whatIsPlannedIsReadBackAsItWas() throws {
    for json: JSONValue in [
      ["operation": "deleteFlag", "flag": "a", "acknowledge": "recentlyUsed"],
      ["operation": "deleteFlag", "flag": "a"],
      ["operation": "undeleteFlag", "flag": "a"],
      [
        "operation": "createFlag", "flag": "a", "document": ["kind": "ops"], "reuseKey": true, "reason": "why",
        "acknowledge": "recentlyUsed",
      ],
      ["operation": "createFlag", "flag": "a", "document": ["kind": "ops"]],
    ] {
      #expect(.object(try PlannedOperation(json, path: "change").json) == json)
    }
    let refused = #expect(throws: Problem.self) {
      try PlannedOperation(["operation": "deleteFlag", "flag": "a", "acknowledge": "all"], path: "change")
    }
    #expect(refused?.errors.map(\.path) == ["change.acknowledge"])
    let reasonless = #expect(throws: Problem.self) {
      try PlannedOperation(["operation": "createFlag", "flag": "a", "document": [:], "reuseKey": true], path: "change")
    }
    #expect(reasonless?.errors.map(\.path) == ["change.reason"])
  }
}
