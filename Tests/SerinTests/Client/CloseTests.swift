import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct CloseTests {
  @Test func whoWaitsHearsThatTheClientIsClosed() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    let ends = Recorder<FeatureFlagsError?>()
    for _ in 0..<3 { flags.refresh { ends.add($0) } }
    let identifying = Task { try await flags.identify("bob") }
    let late = try await eventually("bob's request is sent") {
      let exchange = try? await transport.next()
      return exchange?.request.body.range(of: Data("bob".utf8)) == nil ? nil : exchange
    }
    flags.close()
    let error = await #expect(throws: FeatureFlagsError.self) { try await identifying.value }
    #expect(error?.code == 0)
    try await until("the completions are called") { ends.count == 3 }
    #expect(ends.all.allSatisfy { $0?.code == 0 })
    late.answer(.answer())
    try await bench.settle(flags)
    #expect(flags.get("a") == nil)
    #expect(ends.count == 3)
  }

  @Test @MainActor func aChangeThatWasNotAnnouncedYetIsNotAnnouncedAnyMore() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = bench.client()
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    flags.refresh(completion: nil)
    let exchange = try await transport.next()
    let flight = try #require(flags.engine.core.withLock { $0.flight?.number })
    flags.engine.land(flight, Landing(.answer()))
    // The main thread, where it would be announced, is this test's.
    #expect(flags.isEnabled("a", default: false))
    flags.close()
    try await bench.settle(flags)
    #expect(listener.changes.isEmpty)
    exchange.fail()
  }

  @Test func nothingIsSentAfterwards() async throws {
    let transport = ScriptedTransport()
    transport.goOffline()
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    flags.setAttributes(["plan": "pro"])
    flags.close()
    flags.close()
    flags.start()
    flags.setUserID("bob")
    flags.setDeviceID("d2")
    flags.setAttributes(["plan": "free"])
    bench.lifecycle.enter(.active)
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == 0)
    bench.clock.advance(by: 3 * 3600)
    try await bench.settle(flags)
    #expect(transport.requests.count == 1)
    #expect(flags.engine.core.withLock { $0.timer == nil })
  }

  @Test func flagsCanStillBeReadButOnlyForTheUserAndTheDay() async throws {
    let bench = try Bench(ScriptedTransport())
    let flags = bench.client()
    try await flags.refresh()
    flags.close()
    #expect(flags.isEnabled("a", default: false))
    bench.clock.advance(by: 24 * 3600)
    #expect(flags.get("a") == nil)
  }

  @Test func aSwitchOfTheUserAfterwardsStillDropsTheFlags() async throws {
    let flags = try Bench(ScriptedTransport()).client()
    try await flags.refresh()
    flags.close()
    flags.setUserID("bob")
    #expect(flags.get("a") == nil)
  }

  @Test func theLastAnswerIsOnTheDisk() async throws {
    let bench = try Bench(ScriptedTransport())
    for _ in 0..<raceRounds(20) {
      let flags = bench.client { $0.isRefreshThrottled = false }
      try await flags.refresh()
      flags.close()
      #expect(bench.client().isEnabled("a", default: false))
      try FileManager.default.removeItem(at: bench.answerFiles[0])
    }
  }

  @Test func aDiskThatHangsDoesNotHoldUpTheClose() async throws {
    let files = FaultyFiles()
    files.hang()
    defer { files.goOn() }
    let flags = try Bench(ScriptedTransport()).client { $0.files = files }
    try await flags.refresh()
    let start = Date()
    flags.close()
    #expect(Date().timeIntervalSince(start) < 5)
  }

  @Test func lettingGoOfTheClientClosesIt() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let ends = Recorder<FeatureFlagsError?>()
    weak var engine: FlagEngine?
    do {
      let flags = try await bench.activeClient()
      engine = flags.engine
      flags.refresh { ends.add($0) }
    }
    try await until("the completion is called") { ends.count == 1 }
    #expect(ends.all.first??.code == 0)
    // The transport of this test takes no notice of cancellation, so its request must end first.
    for exchange in transport.takeAll() { exchange.fail() }
    try await until("nothing is left") { engine == nil }
  }

  @Test func aPhaseThatComesTooLateBeginsNothing() throws {
    let bench = try Bench(ScriptedTransport())
    let flags = bench.client()
    flags.close()
    flags.engine.runs.enter(.active)
    #expect(flags.engine.runs.state.withLock { $0.beating == nil })
  }
}
