import Testing

@testable import HTTP

@Suite struct EventStreamScheduleTests {
  private func schedule(_ change: (inout EventStreamConfiguration) -> Void = { _ in }) -> EventStreamSchedule {
    var configuration = EventStreamConfiguration()
    change(&configuration)
    return EventStreamSchedule(configuration)
  }

  @Test func firstHeartbeatsAreSpreadOverAnInterval() {
    var generator = SplitMix64(seed: 1)
    let schedule = schedule()
    let times = (0..<15_000).map { _ in schedule.firstHeartbeat(now: 1000, using: &generator) }
    #expect(times.allSatisfy { (1001...16_000).contains($0) })
    for second in 0..<15 {
      let count = times.count { ($0 - 1001) / 1000 == second }
      #expect((800...1200).contains(count), "second \(second)")
    }
  }

  @Test func heartbeatsKeepTheirPlaceInTheInterval() {
    let schedule = schedule()
    #expect(schedule.heartbeat(after: 7000, now: 7000) == 22_000)
    #expect(schedule.heartbeat(after: 7000, now: 7900) == 22_000)
    // Those that were missed are not made up for.
    #expect(schedule.heartbeat(after: 7000, now: 60_000) == 67_000)
    #expect(schedule.heartbeat(after: 7000, now: 6000) == 22_000)
  }

  @Test func lifetimesAreSpreadAroundTheirMean() {
    var generator = SplitMix64(seed: 2)
    let schedule = schedule()
    let times = (0..<20_000).map { _ in schedule.end(now: 500, using: &generator) - 500 }
    #expect((2_880_000...2_881_000).contains(times.min() ?? 0))
    #expect((4_319_000...4_320_000).contains(times.max() ?? 0))
    let mean = times.reduce(0, +) / UInt64(times.count)
    #expect((3_590_000...3_610_000).contains(mean))
  }

  @Test func figuresThatAreTooSmallCountAsTheLeast() {
    var generator = SplitMix64(seed: 3)
    let schedule = schedule {
      $0.heartbeatInterval = -1
      $0.lifetime = -1
      $0.lifetimeVariation = 7
    }
    #expect(schedule.firstHeartbeat(now: 10, using: &generator) == 11)
    #expect(schedule.heartbeat(after: 10, now: 10) == 11)
    #expect(schedule.end(now: 10, using: &generator) == 10)
  }

  @Test func withoutAnyHeartbeatNoneIsDue() {
    var generator = SplitMix64(seed: 4)
    let schedule = schedule { $0.heartbeat = [] }
    #expect(schedule.firstHeartbeat(now: 0, using: &generator) > 1 << 50)
  }

  @Test func heartbeatsComeAgainAndAgain() async throws {
    try await withStreams(streams: { $0.heartbeatInterval = 0.02 }) { _, streams, address in
      let client = try await TestStreams.open("/a/key", at: address)
      for _ in 0..<5 { #expect(try await client.text(through: "\n\n\r\n") == TestStreams.chunk(": \n\n")) }
      #expect(streams.counts.heartbeats >= 5)
      #expect(streams.counts.events == 0)
    }
  }
}
