import Store
import Testing

/// Which versions of apps are told apart: a client's key is public, so anybody can make versions up.
@Suite struct FlagUsageVersionContractTests {
  private func versions(_ events: any EventStore, _ flag: String = "f_a") async throws -> Set<String> {
    Set(try await events.flagUses(environments: [1], flagIDs: [flag]).map(\.appVersion))
  }

  /// Regression: versions that somebody makes up took new rows every hour, and pushed real ones out.
  @Test(arguments: StoreFactory.all)
  func versionsThatSomebodyMakesUpAreBoundedByDayAndPushNoneOutThatIsInUse(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      let real = (0..<20).map { "5.\($0)" }
      let midnight = Usage.now / Usage.day * Usage.day
      for day in 0..<Int64(8) {
        for hour in 0..<Int64(24) {
          let instant = midnight + day * Usage.day + hour * Usage.hour
          let made = (0..<10).map { "x\(day).\(hour).\($0)" }
          try await events.addFlagUsage((real + made).map { Usage.row(at: instant, version: $0) })
        }
      }
      let uses = try await events.flagUses(environments: [1], flagIDs: ["f_a"])
      #expect(uses.count <= FlagUse.maximumVersions + 2)
      #expect(Set(real).isSubset(of: uses.map(\.appVersion)))
      let days = try await events.flagUsage(environments: [1], flagID: "f_a", since: 0)
      for day in Set(days.map(\.day)) {
        #expect(days.count { $0.day == day && $0.appVersion.hasPrefix("x") } <= FlagUse.maximumNewVersions)
      }
      #expect(days.map(\.evaluated).reduce(0, +) == 8 * 24 * 30)
      let other = days.filter { $0.appVersion == AppVersionText.other }.map(\.evaluated).reduce(0, +)
      #expect(other >= 8 * (240 - Int64(FlagUse.maximumNewVersions)))
    }
  }

  @Test(arguments: StoreFactory.all)
  func aVersionThatWasUsedOnTheSameDayIsPushedOutByNone(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      let names = (0..<FlagUse.maximumVersions).map { "5.\($0)" }
      for start in stride(from: 0, to: names.count, by: 40) {
        let instant = Usage.now + Int64(start / 40) * Usage.day
        try await events.addFlagUsage(names[start..<start + 40].map { Usage.row(at: instant, version: $0) })
      }
      let last = Usage.now + 10 * Usage.day
      // Forty an hour, so that the bound of an hour says nothing.
      for start in stride(from: 0, to: names.count, by: 40) {
        try await events.addFlagUsage(
          names[start..<start + 40].map { Usage.row(at: last + Int64(start / 40) * Usage.hour, version: $0) })
      }
      try await events.addFlagUsage([Usage.row(at: last + 6 * Usage.hour, version: "6.0")])
      #expect(try await versions(events) == Set(names + [AppVersionText.other]))
      try await events.addFlagUsage([Usage.row(at: last + Usage.day, version: "6.0")])
      #expect(
        try await versions(events) == Set(names[1...] + ["6.0", AppVersionText.other, AppVersionText.earlier]))
    }
  }

  @Test(arguments: StoreFactory.all)
  func versionsThatWereNotSeenForTheGivenDaysBecomeOneWithTheFirstAndTheLastUse(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withEvents(clock: clock) { events in
      try await events.addFlagUsage([
        Usage.row(version: "1"), Usage.row(at: Usage.now + Usage.day, version: "2"), Usage.row("f_b", version: "1"),
        Usage.row(version: AppVersionText.none), Usage.row(version: AppVersionText.other),
        Usage.row(at: Usage.now + 20 * Usage.day, version: "3"),
      ])
      clock.advance(by: 30 * Usage.day)
      // As many days exactly are not longer than that.
      #expect(try await events.foldFlagUsage(limit: 100, versionDays: 30) == 0)
      clock.advance(by: Usage.day + 1)
      #expect(try await events.foldFlagUsage(limit: 2, versionDays: 30) == 2)
      #expect(try await events.foldFlagUsage(limit: 2, versionDays: 30) == 1)
      #expect(try await events.foldFlagUsage(limit: 2, versionDays: 30) == 0)
      let uses = try await events.flagUses(environments: [1], flagIDs: ["f_a"])
      #expect(uses.map(\.appVersion) == ["", "3", AppVersionText.earlier, AppVersionText.other])
      #expect(uses[2].firstAt == Usage.now)
      #expect(uses[2].lastAt == Usage.now + Usage.day)
      #expect(try await versions(events, "f_b") == [AppVersionText.earlier])
      // One that comes back is told apart again.
      try await events.addFlagUsage([Usage.row(at: clock.now, version: "1")])
      #expect(try await versions(events).contains("1"))
    }
  }

  @Test(arguments: StoreFactory.all)
  func hoursOfVersionsThatAreNotToldApartBecomeDaysOfEarlierOnes(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withEvents(clock: clock) { events in
      try await events.addFlagUsage((0..<10).map { Usage.row(version: "\($0)") })
      try await events.addFlagUsage([Usage.row(at: Usage.now + 80 * Usage.day, version: "9")])
      clock.advance(by: 92 * Usage.day)
      while try await events.foldFlagUsage(limit: 3, versionDays: 60) > 0 {}
      let days = try await events.flagUsage(environments: [1], flagID: "f_a", since: 0)
      let first = days.filter { $0.day == Usage.now / Usage.day }
      #expect(first.map(\.appVersion) == ["9", AppVersionText.earlier])
      #expect(first.map(\.evaluated) == [1, 9])
    }
  }

  @Test(arguments: StoreFactory.all)
  func lastUsesComeTogetherForAllVersionsAndVersionsForAllFlags(factory: StoreFactory) async throws {
    try await factory.withEvents { events in
      try await events.addFlagUsage([
        Usage.row(at: Usage.now, version: "1"), Usage.row(at: Usage.now + 5, version: "2"),
        Usage.row("f_b", at: Usage.now + 9, version: "1"), Usage.row("f_b", in: 2, at: Usage.now + 1, version: "4"),
        Usage.row(FlagUsage.everyFlag, at: Usage.now + 7, rule: "", "", version: "3"),
      ])
      #expect(
        try await events.flagUsePeriods(environments: [1, 2, 3]) == [
          FlagUsePeriod(environment: 1, flagID: "f_a", firstAt: Usage.now, lastAt: Usage.now + 5),
          FlagUsePeriod(environment: 1, flagID: "f_b", firstAt: Usage.now + 9, lastAt: Usage.now + 9),
          FlagUsePeriod(environment: 2, flagID: "f_b", firstAt: Usage.now + 1, lastAt: Usage.now + 1),
        ])
      #expect(try await events.flagUsePeriods(environments: []).isEmpty)
      #expect(
        try await events.appVersions(environments: [1], since: Usage.now + 6) == [
          AppVersionUse(environment: 1, appVersion: "1", lastAt: Usage.now + 9),
          AppVersionUse(environment: 1, appVersion: "3", lastAt: Usage.now + 7),
        ])
    }
  }
}
