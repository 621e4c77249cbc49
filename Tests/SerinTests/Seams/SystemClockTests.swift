import Foundation
import Serin
import Testing

@Suite struct SystemClockTests {
  private let clock = SystemClock()

  @Test func theUptimeNeverGoesBack() {
    var latest = clock.uptime
    for _ in 0..<10_000 {
      let next = clock.uptime
      #expect(next >= latest)
      latest = next
    }
  }

  @Test func theTickChangesWhileTimePasses() async throws {
    let (tick, uptime) = (clock.tick, clock.uptime)
    #if os(Linux)
      #expect(tick != nil)
    #endif
    guard tick != nil else { return }
    while clock.uptime - uptime < 0.05 { await Task.yield() }
    #expect(clock.tick != tick)
  }

  @Test func sleepingTakesAtLeastThatLong() async throws {
    let before = clock.uptime
    try await clock.sleep(seconds: 0.02)
    #expect(clock.uptime - before >= 0.02)
  }

  @Test(arguments: [0, -1, .nan, -.infinity] as [TimeInterval])
  func noTimeIsNoSleep(_ seconds: TimeInterval) async throws {
    try await clock.sleep(seconds: seconds)
  }

  @Test(arguments: [60, 1e300, .infinity] as [TimeInterval])
  func cancellationEndsTheSleep(_ seconds: TimeInterval) async throws {
    let task = Task { try await clock.sleep(seconds: seconds) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
