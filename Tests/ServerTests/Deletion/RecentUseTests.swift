import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// The warning before a flag is taken from apps that ask for it, with uses as the test gives them.
@Suite struct RecentUseTests {
  private static let minute: Int64 = 60_000

  private func delete(_ bench: PlanBench, _ uses: GivenUses, acknowledged: Bool = false) async throws {
    var flags = bench.flags
    flags.usage = uses
    try await flags.setDeleted(
      true, "new_checkout", acknowledgesUse: acknowledged, in: bench.place().project, by: bench.person("ann"),
      reason: "gone")
  }

  @Test("CP-16: a flag that was evaluated five minutes ago is not deleted, and the versions of apps are listed")
  func aFlagInUseIsDeletedOnlyWhenThatIsAcknowledged() async throws {
    let bench = try await PlanBench()
    let now = bench.clock.now
    let uses = GivenUses([
      AppUse(environment: "production", appVersion: "5.1", lastAt: now - 60 * Self.minute),
      AppUse(environment: "production", appVersion: "5.2", lastAt: now - 5 * Self.minute),
    ])
    let refused = await refusal { try await delete(bench, uses) }
    #expect(refused?.code == .recentlyUsed)
    #expect(refused?.status == 409)
    #expect(refused?.members["usedBy"]?.arrayValue?.map { $0["appVersion"] } == ["5.2", "5.1"])
    #expect(
      refused?.members["usedBy"]?.arrayValue?.first?["lastEvaluatedAt"]
        == .string(Instants.text(now - 5 * Self.minute)))
    #expect(refused?.detail.contains("5.2 in production") == true)
    #expect(refused?.detail.contains("acknowledge=recentlyUsed") == true)
    #expect(try await bench.flag().flag.lifecycle == .active)
    try await delete(bench, uses, acknowledged: true)
    #expect(try await bench.flag().flag.lifecycle == .deleted)
  }

  @Test func sevenDaysAfterTheLastAnswerNobodyIsAsked() async throws {
    let bench = try await PlanBench()
    let week: Int64 = 7 * 86_400_000
    let uses = GivenUses([AppUse(environment: "staging", appVersion: "", lastAt: bench.clock.now)])
    bench.clock.advance(milliseconds: week)
    let refused = await refusal { try await delete(bench, uses) }
    #expect(refused?.detail.contains("an app without a version in staging") == true)
    bench.clock.advance(milliseconds: 1)
    try await delete(bench, uses)
  }

  @Test func whenTheUsesCannotBeReadNothingIsDeletedUnawares() async throws {
    let bench = try await PlanBench()
    let uses = GivenUses()
    uses.goAway()
    #expect(await refusal { try await delete(bench, uses) }?.code == .unavailable)
    try await delete(bench, uses, acknowledged: true)
  }

  @Test func usingAKeyAgainWarnsLikewiseOfTheFlagThatHadIt() async throws {
    let bench = try await PlanBench()
    let project = try bench.place().project
    let uses = GivenUses([AppUse(environment: "production", appVersion: "4.0", lastAt: bench.clock.now)])
    for isDeleted in [false, true] {
      try await bench.flags.setArchived(true, "welcome_text", in: project, by: bench.person("ann"), reason: "")
      if isDeleted {
        try await bench.flags.setDeleted(true, "welcome_text", in: project, by: bench.person("ann"), reason: "")
      }
      var flags = bench.flags
      flags.usage = uses
      func create(acknowledged: Bool) async throws {
        _ = try await flags.create(
          "welcome_text", document: ["kind": "ops", "owner": "me"],
          reusing: KeyReuse(reason: "again", acknowledgesUse: acknowledged), in: bench.place(), by: bench.person("ann"),
          reason: "again")
      }
      let refused = await refusal { try await create(acknowledged: false) }
      #expect(refused?.code == .recentlyUsed)
      #expect(refused?.members["usedBy"]?.arrayValue?.first?["appVersion"] == "4.0")
      try await create(acknowledged: true)
    }
  }

  @Test("CP-16: what the server itself counted warns, whether it is written down already or not")
  func theCountersOfTheServerWarn() async throws {
    let bench = try await UsageBench()
    let path = "/api/v1/projects/shop/flags/new_checkout"
    await bench.evaluate("new_checkout", version: "5.1.0")
    bench.clock.advance(seconds: 60)
    await bench.evaluate("new_checkout", version: "5.2.0")
    bench.clock.advance(seconds: 300)
    for isWritten in [false, true] {
      if isWritten { await bench.server.maintain() }
      let refused = await bench.control(.delete, path)
      #expect(refused.status == 409)
      #expect(refused["code"] == "recentlyUsed")
      #expect(refused["usedBy"]?.arrayValue?.map { $0["appVersion"] } == ["5.2.0", "5.1.0"])
      #expect(
        refused["usedBy"]?[0]?["lastEvaluatedAt"] == .string(Instants.text(bench.clock.now - 300_000)))
      #expect(refused["usedBy"]?[0]?["environment"] == "production")
    }
    #expect(await bench.control(.delete, "/api/v1/projects/shop/flags/welcome_text").status == 204)
    // A client that is told that its answer still holds goes on with every flag.
    bench.clock.advance(milliseconds: 6 * UsageBench.day)
    let tag = await bench.evaluateAll(version: "5.3.0").header("ETag")
    bench.clock.advance(milliseconds: 7 * UsageBench.day)
    #expect(await bench.evaluateAll(version: "5.3.0", tag: tag).status == 304)
    let read = await bench.control(.delete, path)
    #expect(read["usedBy"]?.arrayValue?.map { $0["appVersion"] } == ["5.3.0"])
    bench.clock.advance(milliseconds: 7 * UsageBench.day + 1)
    #expect(await bench.control(.delete, path).status == 204)
    let usage = try await bench.usage("new_checkout")
    #expect(usage["lastEvaluatedAt"] != .null)
  }

  @Test func acknowledgingAnythingElseIsRefused() async throws {
    let bench = try await DeletionBench()
    let refused = await bench.delete("?acknowledge=everything")
    #expect(refused.status == 400)
    #expect(
      refused["detail"] == #"query parameter "acknowledge" is "everything"; it must be one of: recentlyUsed"#)
    #expect(await bench.delete("?acknowledge=recentlyUsed").status == 204)
  }
}
