import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct SessionTests {
  private func background(_ bench: Bench, _ flags: FeatureFlags) async throws {
    bench.lifecycle.enter(.background)
    try await until("the app is in background") { flags.engine.core.withLock { !$0.session.isActive } }
  }

  private func activate(_ bench: Bench, _ flags: FeatureFlags) async throws {
    bench.lifecycle.enter(.active)
    try await until("the app is active") { flags.engine.core.withLock { $0.session.isActive } }
    try await bench.settleRequests(flags)
  }

  @Test func nothingIsSentBeforeTheFirstActivation() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = bench.client()
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    // A launch in background, as for a push message: no session, no request, however long it lasts.
    bench.lifecycle.enter(.background)
    bench.lifecycle.enter(.storageAvailable)
    try await bench.advance(by: 3 * 3600, flags)
    #expect(transport.requests.isEmpty)
    try await activate(bench, flags)
    #expect(transport.requests.count == 1)
  }

  @Test func everyStartOfTheAppAsks() async throws {
    let transport = ScriptedTransport { _, index in .answer(revision: Double(index), [.flag("v\(index)")]) }
    let bench = try Bench(transport)
    for launch in 0..<3 {
      let flags = try await bench.activeClient()
      try await until("the answer of launch \(launch) is there") { flags.get("v\(launch)") != nil }
      flags.close()
    }
    #expect(transport.requests.count == 3)
  }

  @Test func startingTwiceFollowsOnce() async throws {
    let bench = try Bench(ScriptedTransport())
    let flags = bench.client()
    flags.start()
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    bench.lifecycle.enter(.active)
    try await until("the session has begun") { flags.engine.core.withLock { $0.session.isActive } }
    #expect(bench.lifecycle.followerCount == 1)
  }

  @Test func aClientMadeAfterTheActivationAsksForThePresentPhase() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport, lifecycle: TestLifecycle(current: .active))
    let flags = bench.client()
    flags.start()
    try await until("flags are there") { flags.get("a") != nil }
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [(1799.0, 1), (1800.0, 2), (86_000.0, 2)])
  func halfAnHourInBackgroundEndsTheSession(_ pause: TimeInterval, _ requests: Int) async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    #expect(transport.requests.count == 1)
    try await background(bench, flags)
    try await bench.advance(by: pause, flags)
    #expect(transport.requests.count == 1)
    try await activate(bench, flags)
    #expect(transport.requests.count == requests)
  }

  @Test func severalShortPausesAreOneSession() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    for _ in 0..<4 {
      try await background(bench, flags)
      // A second notification of the same does not begin the pause anew.
      bench.lifecycle.enter(.background)
      try await bench.advance(by: 600, flags)
      try await activate(bench, flags)
    }
    #expect(transport.requests.count == 1)
  }

  @Test func inTheForegroundFlagsAreAskedForEveryHour() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    for hour in 1...3 {
      try await bench.advance(by: 54 * 60, flags)
      #expect(transport.requests.count == hour)
      try await bench.advance(by: 12 * 60, flags)
      try await bench.settleRequests(flags)
      #expect(transport.requests.count == hour + 1)
    }
  }

  @Test func inBackgroundNothingIsAskedForButWhatIsDueIsMadeUpFor() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    try await bench.advance(by: 50 * 60, flags)
    try await background(bench, flags)
    try await bench.advance(by: 20 * 60, flags)
    #expect(transport.requests.count == 1)
    // Less than half an hour away, yet the hour is over.
    try await activate(bench, flags)
    #expect(transport.requests.count == 2)
  }

  @Test func aFailureIsTriedAgainWithGrowingDelay() async throws {
    let transport = ScriptedTransport()
    transport.goOffline()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    #expect(transport.requests.count == 1)
    for failures in 1...10 {
      let ceiling = min(300, exp2(Double(failures - 1)))
      let retryAt = try #require(flags.engine.core.withLock { $0.pacing.retryAt })
      #expect(retryAt - bench.clock.uptime <= ceiling)
      try await bench.advance(by: ceiling, flags)
      try await until("retry \(failures) is sent") { transport.requests.count == failures + 1 }
      try await bench.settleRequests(flags)
    }
    transport.answer(.answer())
    try await bench.advance(by: 300, flags)
    try await until("flags are there") { flags.get("a") != nil }
    #expect(flags.engine.core.withLock { $0.pacing.retryAt } == nil)
  }

  @Test(arguments: [400, 401, 403, 404, 302])
  func whatWillFailAgainIsNotTriedBeforeTheHourIsOver(_ status: Int) async throws {
    let transport = ScriptedTransport { _, _ in FlagResponse(status: status) }
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    try await bench.advance(by: 54 * 60, flags)
    #expect(transport.requests.count == 1)
    try await bench.advance(by: 12 * 60, flags)
    try await until("the hourly request is sent") { transport.requests.count == 2 }
  }

  @Test func theServersWishNotToBeAskedCountsForRetriesToo() async throws {
    let transport = ScriptedTransport { _, index in
      index == 0 ? FlagResponse(status: 503, headers: ["retry-after": "120"]) : .answer()
    }
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    try await bench.advance(by: 119, flags)
    #expect(transport.requests.count == 1)
    try await bench.advance(by: 1, flags)
    try await until("the retry is sent") { transport.requests.count == 2 }
  }

  @Test func theNetworksReturnEndsTheWait() async throws {
    let transport = ScriptedTransport()
    transport.goOffline()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    transport.answer(.answer())
    bench.lifecycle.enter(.networkAvailable)
    try await until("flags are there") { flags.get("a") != nil }
    #expect(transport.requests.count == 2)
    bench.lifecycle.enter(.networkAvailable)
    bench.lifecycle.enter(.background)
    try await until("the app is in background") { flags.engine.core.withLock { !$0.session.isActive } }
    #expect(transport.requests.count == 2)
  }

  @Test func aKillReachesTheDeviceWithTheNextRequest() async throws {
    let transport = ScriptedTransport { _, index in
      index == 0
        ? .answer([.flag("a", properties: ["color": "green"])])
        : .answer(revision: 2, [.flag("a", false, rule: "", reason: "killed", properties: ["color": "blue"])])
    }
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await until("the flag is on") { flags.isEnabled("a", default: false) }
    try await bench.advance(by: 65 * 60, flags)
    try await until("the kill has arrived") { !flags.isEnabled("a", default: true) }
    #expect(flags.get("a")?.ruleId == "")
    #expect(flags.get("a")?.reason == .killed)
    #expect(flags.get("a")?.string(forProperty: "color", default: "") == "blue")
  }
}
