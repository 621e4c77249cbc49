import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct ExpiryTests {
  private static let day: TimeInterval = 24 * 3600

  /// A client that got its flags just now and has no network any more.
  private func offline(_ bench: Bench, _ transport: ScriptedTransport) async throws -> FeatureFlags {
    let flags = try await bench.activeClient()
    try await until("flags are there") { flags.get("a") != nil }
    transport.goOffline()
    return flags
  }

  @Test @MainActor func aRunningAppFallsBackToTheDefaultsAfterADay() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = try await offline(bench, transport)
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    // Hour by hour, as timers fire.
    for _ in 0..<23 { try await bench.advance(by: 3600, flags) }
    try await bench.advance(by: 3599, flags)
    #expect(flags.isEnabled("a", default: false))
    #expect(listener.changes.isEmpty)
    try await bench.advance(by: 1, flags)
    #expect(flags.get("a") == nil)
    #expect(flags.isEnabled("a", default: true))
    #expect(flags.state.origin == .code)
    try await until("the listener is told") { listener.changes.count == 1 }
    #expect(listener.changes.first?.cause == .expiry)
    #expect(listener.changes.first?.changedKeys == ["a"])
    try await bench.advance(by: Self.day, flags)
    #expect(listener.changes.count == 1)
  }

  @Test func aReadingDoesNotNeedTheTimer() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = try await offline(bench, transport)
    bench.clock.advance(by: Self.day, frozen: true)
    #expect(flags.get("a") == nil)
    #expect(!flags.isEnabled("a", default: false))
    #expect(flags.snapshot.all.isEmpty)
    #expect(flags.state.origin == .code)
  }

  @Test func readingsInOneTickOfTheClockTakeTheExactTimeOnce() async throws {
    let clock = CountingClock()
    let board = SnapshotBoard(clock: clock)
    let answer = ServerAnswer(
      epoch: 1, revision: 1, isPartial: false, undecided: [], flags: [FeatureFlag(key: "a", isEnabled: true)],
      malformed: [])
    let held = HeldAnswer(answer, validator: nil, stamp: ConfirmationStamp(Moment(clock.base)))
    board.publish(LayerStack(layers: [.answer(AnswerLayer(held: held))]), at: clock.base.uptime)
    for _ in 0..<5 { #expect(board.isEnabled("a") == true) }
    #expect(board.flag("a") != nil)
    #expect(clock.looks.withLock { $0 } == 1)
    clock.base.advance(by: Self.day - 1)
    for _ in 0..<5 { #expect(board.isEnabled("a") == true) }
    #expect(clock.looks.withLock { $0 } == 2)
    clock.base.advance(by: 1)
    #expect(board.isEnabled("a") == nil)
    #expect(board.flag("a") == nil)
  }

  @Test func afterADayInSuspensionTheFlagsAreGoneBeforeTheRequestGoesOut() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await transport.next().answer(.answer())
    try await until("flags are there") { flags.get("a") != nil }
    bench.lifecycle.enter(.background)
    try await until("in background") { flags.engine.core.withLock { !$0.session.isActive } }
    bench.clock.advance(by: 25 * 3600, frozen: true)
    bench.lifecycle.enter(.active)
    let exchange = try await transport.next()
    #expect(flags.engine.core.withLock { $0.held == nil })
    #expect(flags.get("a") == nil)
    exchange.answer(.answer())
    try await until("flags are there again") { flags.get("a") != nil }
  }

  @Test(arguments: [(0.0, true), (Self.day - 1, true), (Self.day, false), (Self.day + 1, false), (-1, false)])
  func aRelaunchUsesTheStampOfTheFile(_ age: TimeInterval, _ isUsed: Bool) async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let first = bench.client()
    try await first.refresh()
    first.close()
    bench.clock.setWall(to: bench.clock.now.addingTimeInterval(age))
    let second = bench.client()
    #expect((second.get("a") != nil) == isUsed)
    #expect(second.state.origin == (isUsed ? .stored : .code))
  }

  @Test func aStoredAnswersDayIsCountedFromItsStampNotFromTheLaunch() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let first = bench.client()
    try await first.refresh()
    first.close()
    bench.clock.advance(by: 23 * 3600)
    let second = bench.client()
    #expect(second.isEnabled("a", default: false))
    try await bench.advance(by: 3600, second)
    #expect(second.get("a") == nil)
  }

  @Test func aConfirmationRenewsTheStampAlsoForTheNextLaunch() async throws {
    let transport = ScriptedTransport { request, _ in request.validator == nil ? .answer(tag: "W/\"1\"") : .notModified
    }
    let bench = try Bench(transport)
    let first = bench.client()
    try await first.refresh()
    bench.clock.advance(by: 23 * 3600)
    try await first.refresh()
    #expect(first.state.expiresAt == bench.clock.now.addingTimeInterval(Self.day))
    first.close()
    bench.clock.advance(by: Self.day - 1)
    #expect(bench.client().isEnabled("a", default: false))
    bench.clock.advance(by: 1)
    #expect(bench.client().get("a") == nil)
  }

  @Test func aWallClockSetBackBeforeTheStampEndsTheAnswer() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = try await offline(bench, transport)
    bench.lifecycle.enter(.background)
    try await until("in background") { flags.engine.core.withLock { !$0.session.isActive } }
    bench.clock.setWall(to: bench.clock.now.addingTimeInterval(-3600))
    bench.lifecycle.enter(.active)
    try await until("the answer has ended") { flags.get("a") == nil }
    #expect(flags.state.origin == .code)
  }

  @Test func aDayIsADayEvenIfTheWallClockIsSetBack() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = try await offline(bench, transport)
    try await bench.advance(by: 20 * 3600, flags)
    bench.clock.setWall(to: bench.clock.now.addingTimeInterval(-10 * 3600))
    try await bench.advance(by: 4 * 3600, flags)
    #expect(flags.get("a") == nil)
  }

  @Test func whenTheFlagsEndInTheForegroundTheServerIsAsked() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let first = bench.client()
    try await first.refresh()
    first.close()
    bench.clock.advance(by: Self.day - 600)
    // Not worth a retry, and the hour is not over, when the stored flags end.
    transport.answer(FlagResponse(status: 404))
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    #expect(flags.isEnabled("a", default: false))
    #expect(transport.requests.count == 2)
    transport.answer(.answer([.flag("b")]))
    try await bench.advance(by: 600, flags)
    try await until("the server's flags are there") { flags.get("b") != nil }
    #expect(transport.requests.count == 3)
  }

  @Test func anAnswerThatArrivesWhileAnotherThreadLooksAtTheClockIsNotFromTheFuture() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = bench.client { $0.isRefreshThrottled = false }
    flags.refresh(completion: nil)
    let exchange = try await transport.next()
    let flight = try #require(flags.engine.core.withLock { $0.flight?.number })
    // Between the look at the clock and the step that it is for, time passes and the answer arrives.
    bench.clock.afterLooking.withLock {
      $0 = {
        bench.clock.advance(by: 5)
        flags.engine.land(flight, Landing(.answer()))
      }
    }
    flags.refresh(completion: nil)
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.state.origin == .remote)
    exchange.fail()
    try await transport.next().answer(.answer())
    try await bench.settleRequests(flags)
    #expect(flags.isEnabled("a", default: false))
  }
}

/// Counts how often the exact time was taken.
private struct CountingClock: FlagClock {
  let base = TestClock()
  let looks = Lock(0)

  var now: Date { base.now }
  var tick: UInt64? { base.tick }
  var uptime: TimeInterval {
    looks.withLock { $0 += 1 }
    return base.uptime
  }

  func sleep(seconds: TimeInterval) async throws { try await base.sleep(seconds: seconds) }
}
