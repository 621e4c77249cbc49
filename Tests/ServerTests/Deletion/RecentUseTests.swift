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

  @Test func acknowledgingAnythingElseIsRefused() async throws {
    let bench = try await DeletionBench()
    let refused = await bench.delete("?acknowledge=everything")
    #expect(refused.status == 400)
    #expect(
      refused["detail"] == #"query parameter "acknowledge" is "everything"; it must be one of: recentlyUsed"#)
    #expect(await bench.delete("?acknowledge=recentlyUsed").status == 204)
  }
}
