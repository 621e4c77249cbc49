import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct UsageRecorderTests {
  private static let context = FlagContext(attributes: ["appVersion": "5.2"])
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  /// Counts one answer of each of so many flags.
  private static func count(_ flags: Int, _ counters: UsageCounters) throws {
    let layout = UsageLayout(environment: 1)
    let flag = CompiledFlag(FlagEntry(reading: ["kind": "release", "owner": "a"], key: "a"))
    let cells = (0..<flags).map { Int32(layout.reserve("f_\($0)", for: flag)) }
    counters.count(cells, in: UsageScope(layout), for: context, at: now)
  }

  private static func total(_ events: any EventStore) async throws -> Int64 {
    var total: Int64 = 0
    for use in try await events.flagUses(environments: [1], flagIDs: nil) {
      let days = try await events.flagUsage(environments: [1], flagID: use.flagID, since: 0)
      total += days.map(\.evaluated).reduce(0, +)
    }
    return total
  }

  @Test func whatTheStoreDidNotTakeIsWrittenTheNextTimeAndNothingTwice() async throws {
    let fixture = try await Fixture()
    // The events are open for as long as the store is.
    defer { withExtendedLifetime(fixture) {} }
    let events = FaultyEvents(fixture.events)
    let recorder = UsageRecorder(events: events, clock: { 0 })
    try Self.count(UsageRecorder.rowsPerWrite + 10, recorder.counters)
    // The first portion is taken, the second is not.
    events.allowWrites(1)
    await #expect(throws: StoreError.self) { try await recorder.write() }
    #expect(recorder.recent().pending.waiting.count == 10)
    try Self.count(20, recorder.counters)
    events.allowWrites(0)
    await #expect(throws: StoreError.self) { try await recorder.write() }
    events.allowWrites(.max)
    try await recorder.write()
    try await recorder.write()
    #expect(recorder.recent().pending.waiting.isEmpty)
    #expect(events.written.first == UsageRecorder.rowsPerWrite)
    #expect(try await Self.total(events) == Int64(UsageRecorder.rowsPerWrite + 30))
    #expect(recorder.takeLeftOut() == 0)
  }

  @Test func whatIsKeptWhileTheStoreIsAwayIsBoundedAndTheRestIsCounted() async throws {
    let fixture = try await Fixture()
    // The events are open for as long as the store is.
    defer { withExtendedLifetime(fixture) {} }
    let events = FaultyEvents(fixture.events)
    let recorder = UsageRecorder(events: events, capacity: 15, clock: { 0 })
    events.allowWrites(0)
    for _ in 0..<3 {
      try Self.count(20, recorder.counters)
      await #expect(throws: StoreError.self) { try await recorder.write() }
    }
    let waiting = recorder.recent().pending.waiting
    #expect(waiting.count { $0.flagID != FlagUsage.everyFlag } == 15)
    // That somebody asked is kept without room too.
    #expect(waiting.filter { $0.flagID == FlagUsage.everyFlag }.map(\.evaluated) == [0])
    #expect(waiting.map(\.evaluated).reduce(0, +) + recorder.takeLeftOut() == 60)
    #expect(recorder.takeLeftOut() == 0)
  }

  @Test func twoWritesAtATimeWriteEverythingOnce() async throws {
    let fixture = try await Fixture()
    defer { withExtendedLifetime(fixture) {} }
    let events = fixture.events
    let recorder = UsageRecorder(events: events, clock: { 0 })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        try Self.count(50, recorder.counters)
        group.addTask { try await recorder.write() }
      }
      try await group.waitForAll()
    }
    #expect(try await Self.total(events) == 500)
  }
}
