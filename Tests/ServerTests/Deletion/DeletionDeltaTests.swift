import SerinFlags
import Store
import Testing

@testable import Server

/// How other nodes see deletions, by deltas.
@Suite struct DeletionDeltaTests {
  @Test("SV-14: another node sees a deletion, others are fine, and a late update of before changes nothing")
  func anotherNodeSeesADeletion() async throws {
    let bench = try await PlanBench()
    let place = try bench.place()
    let other = RulesetKeeper(store: bench.store, clock: { 0 })
    try await other.load()
    var edit = Edit(audit: Caller.setup.entry("flag.kill", "flag", reason: ""))
    edit.items = [
      ItemWrite(
        environmentID: place.environment.id, kind: .flag, id: try await bench.flag().flag.id, isKilled: true,
        expects: .present)
    ]
    let kill = try await bench.flags.commit(Change(chain: place.project.id, edits: [edit]))
    try await bench.flags.setDeleted(
      true, "new_checkout", in: place.project, by: bench.person("ann"), reason: "gone")
    try await other.catchUp(place.environment.id)
    await other.take(kill)
    let ruleset = try #require(other.state.rulesets[place.environment.id])
    #expect(ruleset.flags.map(\.key) == ["welcome_text"])
    #expect(ruleset.isComplete)
    #expect(ruleset.environment.revision == bench.keeper.state.rulesets[place.environment.id]?.environment.revision)
    let fresh = RulesetKeeper(store: bench.store, clock: { 0 })
    try await fresh.load()
    #expect(fresh.state.rulesets[place.environment.id]?.flags.map(\.key) == ["welcome_text"])
  }

  @Test(arguments: [false, true])
  func aNodeThatWasAwayDuringAReuseHasTheNewFlagUnderTheKey(isOneChange: Bool) async throws {
    let bench = try await PlanBench()
    let place = try bench.place()
    let ann = try bench.person("ann")
    let other = RulesetKeeper(store: bench.store, clock: { 0 })
    try await other.load()
    let old = try await bench.flag()
    if isOneChange {
      // Within one revision nothing says which of the two items comes first but their ids.
      var deletion = FlagService.deletion(true, of: old.flag, in: place.environments, by: ann, reason: "")
      deletion.audit.reason = "in one"
      var creation = FlagService.creation(
        "new_checkout", FlagDefinition(key: "new_checkout", kind: .ops, owner: "me"), in: place, by: ann, reason: "")
      creation.flag?.flag.id = "f_0000000000000000"
      for index in creation.items.indices { creation.items[index].id = "f_0000000000000000" }
      _ = try await bench.store.commit(Change(chain: place.project.id, edits: [deletion, creation]))
    } else {
      try await bench.flags.setDeleted(true, "new_checkout", in: place.project, by: ann, reason: "")
      _ = try await bench.flags.create(
        "new_checkout", document: ["kind": "ops", "owner": "me"],
        reusing: KeyReuse(reason: "again", acknowledgesUse: false), in: place, by: ann, reason: "again")
    }
    try await other.catchUp(place.environment.id)
    let ruleset = try #require(other.state.rulesets[place.environment.id])
    #expect(ruleset.isComplete)
    #expect(ruleset.flags["new_checkout"]?.entry.definition?.kind == .ops)
    #expect(ruleset.compiled.evaluate("new_checkout", for: FlagContext(), at: other.now)?.kind == .ops)
    #expect(ruleset.flags["new_checkout"]?.id != old.flag.id)
  }

  @Test func aKillByANodeThatHasNotHeardOfTheDeletionIsRefused() async throws {
    let bench = try await PlanBench()
    let place = try bench.place()
    let other = RulesetKeeper(store: bench.store, clock: { 0 })
    try await other.load()
    try await bench.flags.setDeleted(
      true, "new_checkout", in: place.project, by: bench.person("ann"), reason: "gone")
    let refused = await refusal {
      _ = try await FlagService(store: bench.store, keeper: other).setKilled(
        true, "new_checkout", in: place, by: bench.person("ann"), reason: "")
    }
    #expect(refused?.status == 409)
    #expect(refused?.detail.contains("is deleted") == true)
  }
}
