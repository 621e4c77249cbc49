import Foundation
import SerinTesting
import Testing

@Suite struct TestClockTests {
  private let clock = TestClock()

  @Test func whoSleepsWakesWhenTheTimeHasPassedAndNotBefore() async throws {
    let clock = clock
    let sleep = Task { try await clock.sleep(seconds: 10) }
    let due = clock.uptime + 10
    try await until("the task sleeps") { clock.hasSleeper(until: due) }
    clock.advance(by: 9.9)
    #expect(clock.hasSleeper(until: due))
    clock.advance(by: 0.1)
    try await sleep.value
  }

  @Test func aSleepOfNothingIsOverAtOnce() async throws {
    try await clock.sleep(seconds: 0)
    try await clock.sleep(seconds: -1)
  }

  @Test func aCancelledSleepThrowsAtOnceAlsoWhenItHadNotBegun() async throws {
    let clock = clock
    let sleep = Task { try await clock.sleep(seconds: 10) }
    let due = clock.uptime + 10
    try await until("the task sleeps") { clock.hasSleeper(until: due) }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(seconds: 10)
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(!clock.hasSleeper(until: due))
  }

  @Test func timersStandStillWhileAnAppIsSuspended() async throws {
    let clock = clock
    let sleep = Task { try await clock.sleep(seconds: 10) }
    let due = clock.uptime + 10
    try await until("the task sleeps") { clock.hasSleeper(until: due) }
    clock.advance(by: 20, frozen: true)
    #expect(clock.hasSleeper(until: due))
    clock.advance(by: 0)
    try await sleep.value
  }

  @Test func theWallClockMayBeSetWithoutTheUptime() {
    let uptime = clock.uptime
    clock.setWall(to: Date(timeIntervalSince1970: 5))
    #expect(clock.now == Date(timeIntervalSince1970: 5))
    #expect(clock.uptime == uptime)
    clock.advance(by: 2)
    #expect(clock.now == Date(timeIntervalSince1970: 7))
  }
}
