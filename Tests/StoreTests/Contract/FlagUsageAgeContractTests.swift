import Store
import Testing

@Suite struct FlagUsageAgeContractTests {
  @Test(arguments: StoreFactory.all)
  func hoursBecomeDaysAfterNinetyDaysAndNothingIsLost(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withEvents(clock: clock) { events in
      let midnight = Usage.now / Usage.day * Usage.day
      let hours = (0..<48).map { Usage.row(at: midnight + $0 * Usage.hour, evaluated: $0 + 1, exposed: 1) }
      try await events.addFlagUsage(hours)
      let before = try await events.flagUsage(environments: [1], flagID: "f_a", since: 0)
      #expect(before.map(\.evaluated) == [300, 876])
      clock.advance(by: 90 * Usage.day)
      #expect(try await events.foldFlagUsage(limit: 5_000) == 0)
      clock.advance(by: Usage.day)
      #expect(try await events.foldFlagUsage(limit: 5_000) == 24)
      #expect(try await events.flagUsage(environments: [1], flagID: "f_a", since: 0) == before)
      // What arrives late for a day that was folded is folded too.
      try await events.addFlagUsage([Usage.row(at: midnight, evaluated: 1_000)])
      #expect(try await events.foldFlagUsage(limit: 5_000) == 1)
      #expect(try await events.totals() == [2_176, 48])
      // A whole day counts where its hours are gone; the other day still has its hours.
      let late = midnight + 23 * Usage.hour
      let days = try await events.flagUsage(environments: [1], flagID: "f_a", since: late)
      #expect(days.map(\.evaluated) == [1_300, 876])
    }
  }

  @Test(arguments: StoreFactory.all)
  func foldingGoesInStepsOfTheGivenSize(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withEvents(clock: clock) { events in
      try await events.addFlagUsage((0..<25).map { Usage.row("f_\($0)", evaluated: 2) })
      clock.advance(by: 92 * Usage.day)
      #expect(try await events.foldFlagUsage(limit: 10) == 10)
      #expect(try await events.totals("f_20") == [2, 0])
      #expect(try await events.foldAll(limit: 10) == 2)
      for flag in 0..<25 { #expect(try await events.totals("f_\(flag)") == [2, 0]) }
      #expect(try await events.foldFlagUsage(limit: 0) == 0)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aDayHasAsManyVersionsAsAnHourAndTheSumStays(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withEvents(clock: clock) { events in
      let midnight = Usage.now / Usage.day * Usage.day
      for hour in 0..<Int64(3) {
        try await events.addFlagUsage(
          (0..<40).map { Usage.row(at: midnight + hour * Usage.hour, version: "\(hour).\($0)") })
      }
      clock.advance(by: 92 * Usage.day)
      _ = try await events.foldAll(limit: 7)
      let days = try await events.flagUsage(environments: [1], flagID: "f_a", since: 0)
      #expect(days.count == FlagUsage.maximumVersions + 1)
      #expect(days.map(\.evaluated).reduce(0, +) == 120)
    }
  }

  @Test(arguments: StoreFactory.all)
  func daysAndUsesAreForgottenAfterTwoYears(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withEvents(clock: clock) { events in
      try await events.addFlagUsage([Usage.row(), Usage.row("f_b")])
      clock.advance(by: 730 * Usage.day)
      #expect(try await events.foldAll() == 1)
      #expect(try await events.totals() == [1, 0])
      #expect(try await events.flagUses(environments: [1], flagIDs: nil).count == 2)
      try await events.addFlagUsage([Usage.row("f_b", at: clock.now)])
      clock.advance(by: Usage.day)
      #expect(try await events.foldAll(limit: 1) == 3)
      #expect(try await events.totals() == [0, 0])
      #expect(try await events.totals("f_b") == [1, 0])
      #expect(try await events.flagUses(environments: [1], flagIDs: nil).map(\.flagID) == ["f_b"])
    }
  }
}
