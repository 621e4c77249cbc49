import Store
import Testing

@Suite struct RecentContextContractTests {
  private static let limits = RecentContextLimits(environments: [1, 2], since: 100, count: 10, countWithoutUnit: 3)

  private static func context(
    _ unit: UInt8, _ text: String = "{}", in environment: Int64 = 1, hasUnit: Bool = true, at instant: Int64 = 1000
  ) -> RecentContextRecord {
    RecentContextRecord(
      environment: environment, unit: [0, 0, 0, 0, 0, 0, 0, unit], hasUnit: hasUnit, context: text, seenAt: instant)
  }

  private func units(_ events: any EventStore, in environment: Int64 = 1) async throws -> [UInt8] {
    try await events.recentContexts(environment: environment).compactMap(\.unit.last)
  }

  @Test(arguments: StoreFactory.all)
  func contextsComeBackAsTheyWereInTheOrderOfTheirHashes(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      let text = #"{"attributes":{"name":"é \u0000 \"","n":1.5},"userID":"a"}"#
      let written = [Self.context(200), Self.context(3, text, hasUnit: false), Self.context(5, in: 2)]
      try await events.writeRecentContexts(written, limits: Self.limits)
      #expect(try await events.recentContexts(environment: 1) == [written[1], written[0]])
      #expect(try await events.recentContexts(environment: 2) == [written[2]])
      #expect(try await events.recentContexts(environment: 3).isEmpty)
    }
  }

  @Test(arguments: StoreFactory.all)
  func ofAUnitTheNewestStaysWhicheverComesFirst(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      for (text, instant) in [("old", Int64(200)), ("new", 400), ("middle", 300)] {
        try await events.writeRecentContexts([Self.context(1, text, at: instant)], limits: Self.limits)
      }
      #expect(try await events.recentContexts(environment: 1).map(\.context) == ["new"])
    }
  }

  @Test(arguments: StoreFactory.all)
  func theSmallestHashesStayAndThoseWithoutAUnitHaveAPartOfTheirOwn(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      try await events.writeRecentContexts((1...40).map { Self.context($0 * 2) }, limits: Self.limits)
      #expect(try await units(events) == (1...10).map { $0 * 2 })
      try await events.writeRecentContexts(
        (1...20).map { Self.context(100 + $0, hasUnit: false) }, limits: Self.limits)
      #expect(try await units(events) == [2, 4, 6, 8, 10, 12, 14, 101, 102, 103])
    }
  }

  @Test(arguments: StoreFactory.all)
  func whatIsOldAndWhatIsNotKeptIsRemovedAlsoWithoutAWrite(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      try await events.writeRecentContexts(
        [Self.context(1, at: 100), Self.context(2, at: 200), Self.context(3, in: 2)], limits: Self.limits)
      var limits = Self.limits
      limits.since = 101
      limits.environments = [1]
      try await events.writeRecentContexts([], limits: limits)
      #expect(try await units(events) == [2])
      #expect(try await units(events, in: 2).isEmpty)
    }
  }

  @Test(arguments: StoreFactory.all)
  func removingTakesOneUnitOrAllOfOneEnvironment(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      try await events.writeRecentContexts(
        [Self.context(1), Self.context(2), Self.context(3), Self.context(1, in: 2)], limits: Self.limits)
      try await events.removeRecentContexts(environment: 1, unit: [0, 0, 0, 0, 0, 0, 0, 1])
      #expect(try await units(events) == [2, 3])
      try await events.removeRecentContexts(environment: 1, unit: nil)
      #expect(try await units(events).isEmpty)
      #expect(try await units(events, in: 2) == [1])
    }
  }

  @Test(arguments: StoreFactory.all)
  func contextsAreThereWhenTheStoreIsOpenedAgain(factory: StoreFactory) async throws {
    let place = try await factory.makePlace()
    let clock = TestClock()
    let first = try await place.openBoth(clock: clock)
    try await first.events.writeRecentContexts([Self.context(7, #"{"userID":"a"}"#)], limits: Self.limits)
    await first.configuration.close()
    let second = try await place.openBoth(clock: clock)
    #expect(try await second.events.recentContexts(environment: 1).map(\.context) == [#"{"userID":"a"}"#])
    await second.configuration.close()
  }
}
