@testable import Server

extension Fixture {
  /// Every operation of the control API, as the server has them.
  var operations: [ControlOperation] {
    let keeper = RulesetKeeper(store: store, clock: { 0 })
    let people = PeopleServices(store: store, clock: { 0 }, tokenUses: keeper.authentication.uses)
    let contexts = RecentContextService(memory: RecentContexts(key: []), store: events, keeper: keeper)
    let usage = FlagUsageService(recorder: UsageRecorder(events: events, clock: { 0 }), clock: { 0 })
    return ControlRoutes(
      keeper: keeper, store: store, version: "test", people: people, secrets: SecretBox(key: Array(0..<32)),
      contexts: contexts, usage: usage
    ).operations
  }
}
