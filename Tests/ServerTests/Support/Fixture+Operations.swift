@testable import Server

extension Fixture {
  /// Every operation of the control API, as the server has them.
  var operations: [ControlOperation] {
    let keeper = RulesetKeeper(store: store, clock: { 0 })
    let people = PeopleServices(store: store, clock: { 0 }, tokenUses: keeper.authentication.uses)
    return ControlRoutes(keeper: keeper, store: store, version: "test", people: people).operations
  }
}
