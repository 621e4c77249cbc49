import Store
import Testing

@Suite struct FlagUsageContractTests {
  @Test(arguments: StoreFactory.all)
  func countsAddUpByRuleVariationVersionAndDay(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      try await events.addFlagUsage([
        Usage.row(evaluated: 3, exposed: 1), Usage.row(rule: "r_1", evaluated: 5), Usage.row("f_b", evaluated: 100),
        Usage.row(in: 2, evaluated: 1_000),
      ])
      try await events.addFlagUsage([
        Usage.row(evaluated: 4), Usage.row(version: "5.3.0", evaluated: 7), Usage.row("on", evaluated: 0),
        Usage.row(at: Usage.now + Usage.hour, evaluated: 10), Usage.row(at: Usage.now - Usage.day, evaluated: 20),
      ])
      let today = Usage.now / Usage.day
      let days = try await events.flagUsage(environments: [1, 2], flagID: "f_a", since: Usage.now - Usage.day)
      func day(
        _ day: Int64, in environment: Int64 = 1, _ rule: String, _ version: String, _ counts: [Int64]
      ) -> FlagUsageDay {
        FlagUsageDay(
          environment: environment, day: day, ruleID: rule, variation: "on", appVersion: version, evaluated: counts[0],
          exposed: counts[1])
      }
      #expect(
        days == [
          day(today - 1, "default", "5.2.0", [20, 0]), day(today, "default", "5.2.0", [17, 1]),
          day(today, "default", "5.3.0", [7, 0]), day(today, "r_1", "5.2.0", [5, 0]),
          day(today, in: 2, "default", "5.2.0", [1_000, 0]),
        ])
      let later = try await events.flagUsage(environments: [1], flagID: "f_a", since: Usage.now + Usage.hour)
      #expect(later.map(\.evaluated) == [10])
    }
  }

  @Test(arguments: StoreFactory.all)
  func usesHaveTheFirstAndTheLastInstantAndNeverGoBack(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      try await events.addFlagUsage([Usage.row(at: Usage.now), Usage.row(at: Usage.now + 500, version: "6")])
      try await events.addFlagUsage([Usage.row(at: Usage.now - 9), Usage.row(at: Usage.now + 7, rule: "r_2")])
      try await events.addFlagUsage([Usage.row("f_b", at: Usage.now), Usage.row("f_a", in: 2, at: Usage.now)])
      func use(_ flag: String, in environment: Int64 = 1, _ version: String, _ first: Int64, _ last: Int64) -> FlagUse {
        FlagUse(
          environment: environment, flagID: flag, appVersion: version, firstAt: Usage.now + first,
          lastAt: Usage.now + last)
      }
      let ofA = [use("f_a", "5.2.0", -9, 7), use("f_a", "6", 500, 500)]
      #expect(try await events.flagUses(environments: [1], flagIDs: ["f_a"]) == ofA)
      #expect(
        try await events.flagUses(environments: [1, 2], flagIDs: nil)
          == ofA + [use("f_b", "5.2.0", 0, 0), use("f_a", in: 2, "5.2.0", 0, 0)])
      #expect(try await events.flagUses(environments: [], flagIDs: nil).isEmpty)
    }
  }

  @Test(arguments: StoreFactory.all)
  func theUsesOfEveryFlagComeWithThoseOfAnyFlag(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      try await events.addFlagUsage([Usage.row("f_b"), Usage.row(FlagUsage.everyFlag, rule: "", "", version: "4")])
      let uses = try await events.flagUses(environments: [1], flagIDs: ["f_a"])
      #expect(uses.map(\.flagID) == [FlagUsage.everyFlag])
      #expect(uses.map(\.appVersion) == ["4"])
      #expect(try await events.totals(FlagUsage.everyFlag) == [1, 0])
    }
  }

  @Test(arguments: StoreFactory.all)
  func fiftyVersionsAnHourAreToldApartAndTheOthersCountTogether(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      for start in [0, 30] {
        try await events.addFlagUsage((start..<start + 40).map { Usage.row(version: "5.\($0)") })
      }
      // Neither the absent version nor the one for all others takes one of the places, and a known one keeps its own.
      try await events.addFlagUsage([
        Usage.row(version: AppVersionText.none), Usage.row(version: AppVersionText.other), Usage.row(version: "5.49"),
        Usage.row(rule: "r_9", version: "5.69"), Usage.row("f_b", version: "5.69"),
        Usage.row(at: Usage.now + Usage.day, version: "5.69"),
      ])
      let days = try await events.flagUsage(environments: [1], flagID: "f_a", since: 0)
      #expect(Set(days.map(\.appVersion)) == Set((0..<50).map { "5.\($0)" } + ["", "other", "5.69"]))
      func count(_ version: String) -> Int64 {
        days.filter { $0.appVersion == version }.map(\.evaluated).reduce(0, +)
      }
      #expect(count("other") == 20 + 1 + 1)
      #expect(count("5.49") == 2)
      #expect(count("5.69") == 1)
      #expect(try await events.totals() == [85, 0])
      #expect(try await events.flagUses(environments: [1], flagIDs: ["f_b"]).map(\.appVersion) == ["5.69"])
    }
  }

  @Test(arguments: StoreFactory.all)
  func versionsThatAreNoneAreKeptAsOther(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      let longest = String(repeating: "9", count: AppVersionText.maximumBytes)
      try await events.addFlagUsage([
        Usage.row(version: longest), Usage.row(version: longest + "9"), Usage.row(version: "5\u{0}2"),
        Usage.row(version: "e\u{301}"), Usage.row(version: "\u{e9}"),
      ])
      let uses = try await events.flagUses(environments: [1], flagIDs: ["f_a"])
      #expect(uses.count == 4)
      #expect(uses.filter { $0.appVersion == AppVersionText.other }.count == 1)
      #expect(uses.contains { $0.appVersion == longest })
    }
  }

  @Test(arguments: StoreFactory.all)
  func theVersionsUsedLastAreRemembered(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      let count = FlagUse.maximumVersions + 10
      for number in 0..<count {
        try await events.addFlagUsage([Usage.row(at: Usage.now + Int64(number) * Usage.hour, version: "\(number)")])
      }
      let uses = try await events.flagUses(environments: [1], flagIDs: ["f_a"])
      #expect(Set(uses.map(\.appVersion)) == Set((10..<count).map(String.init) + [AppVersionText.earlier]))
      // What is forgotten of a version is which one it was, not that it was there.
      let earlier = try #require(uses.first { $0.appVersion == AppVersionText.earlier })
      #expect(earlier.firstAt == Usage.now)
      #expect(earlier.lastAt == Usage.now + 9 * Usage.hour)
    }
  }

  @Test(arguments: StoreFactory.all)
  func usageIsRememberedFromWhenTheStoreWasMade(factory: StoreFactory) async throws {
    let clock = TestClock()
    let place = try await factory.makePlace()
    var store = try await place.openBoth(clock: clock)
    try await store.events.addFlagUsage([Usage.row(evaluated: 2)])
    await store.configuration.close()
    let error = await errorOf { () throws(StoreError) in try await store.events.flagUsageSince() }
    #expect(error == .closed)
    await expectError(.closed) { () throws(StoreError) in try await store.events.addFlagUsage([Usage.row()]) }
    clock.advance(by: Usage.day)
    store = try await place.openBoth(clock: clock)
    #expect(try await store.events.flagUsageSince() == Usage.now)
    #expect(try await store.events.totals() == [2, 0])
    await store.configuration.close()
  }
}
