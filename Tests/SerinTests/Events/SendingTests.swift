import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct SendingTests {
  private let server = EventServer((0..<300).map { .flag("f\($0)") })
  private let bench: Bench

  init() throws { bench = try Bench(server) }

  private func see(_ keys: Range<Int>, _ flags: FeatureFlags) async throws {
    // In steps: a ring holds some two hundred that are not in the queue yet.
    for start in stride(from: keys.lowerBound, to: keys.upperBound, by: 50) {
      for key in start..<min(start + 50, keys.upperBound) { flags.logImpression("f\(key)") }
      try await bench.settleEvents(flags)
    }
  }

  @Test func eventsGoTogetherAfterHalfAMinute() async throws {
    let flags = try await bench.seeingClient()
    try await see(0..<3, flags)
    try await bench.advanceEvents(by: 20, flags)
    try await see(3..<5, flags)
    #expect(server.batches.isEmpty)
    try await bench.advanceEvents(by: 10, flags)
    #expect(server.batches.map { $0["events"]?.arrayValue?.count } == [5])
    try await bench.advanceEvents(by: 3600, flags)
    #expect(server.batches.count == 1)
  }

  @Test func whatWaitsIsSentWhenTheAppLeavesTheForeground() async throws {
    let flags = try await bench.seeingClient()
    try await see(0..<1, flags)
    try await bench.enter(.background, flags)
    try await until("it is sent") { server.events.count == 1 }
    try await bench.settleEvents(flags)
    // Nothing is tried again in the background.
    server.treat(.offline)
    try await see(1..<2, flags)
    try await bench.advanceEvents(by: 3600, flags)
    #expect(server.batches.count == 1)
  }

  @Test func batchesHave200EventsAtMostAndAllGoOut() async throws {
    let flags = try await bench.seeingClient()
    try await see(0..<300, flags)
    try await bench.advanceEvents(by: 30, flags)
    try await until("all are sent") { server.events.count == 300 }
    #expect(server.batches.map { $0["events"]?.arrayValue?.count } == [200, 100])
    #expect(server.requests.allSatisfy { $0.headers["Content-Encoding"] == "gzip" })
  }

  @Test func aLostAnswerIsSentAgainWithTheSameIDsAndCountsOnce() async throws {
    let flags = try await bench.seeingClient()
    server.treat(.loseAnswer)
    try await see(0..<2, flags)
    try await bench.advanceEvents(by: 30, flags)
    server.treat(.accept)
    try await bench.advanceEvents(by: 5, flags)
    #expect(server.batches.count == 2)
    let ids = server.batches.map { $0["events"]?.arrayValue?.map { $0["id"] } }
    #expect(ids[0] == ids[1])
    #expect(server.events.count == 2)
    #expect(flags.engine.events.queue.isEmpty)
  }

  @Test func afterAFailureTheNextCallSendsTheSameEventAtOnce() async throws {
    let flags = try await bench.seeingClient()
    server.treat(.answer(FlagResponse(status: 500)))
    try await see(0..<1, flags)
    try await bench.advanceEvents(by: 30, flags)
    #expect(server.batches.count == 1)
    server.treat(.accept)
    flags.logImpression("f0")
    try await until("it is sent again") { server.events.count == 1 }
    let ids = server.batches.map { $0["events"]?.arrayValue?.map { $0["id"] } }
    #expect(ids[0] == ids[1])
    // It has arrived: another call does nothing.
    try await bench.settleEvents(flags)
    flags.logImpression("f0")
    try await bench.advanceEvents(by: 60, flags)
    #expect(server.batches.count == 2)
  }

  @Test func callsInALoopDoNotMakeRequestsInALoop() async throws {
    let flags = try await bench.seeingClient()
    server.treat(.offline)
    try await see(0..<1, flags)
    try await bench.advanceEvents(by: 30, flags)
    for _ in 0..<50 {
      flags.logImpression("f0")
      try await bench.settleEvents(flags)
    }
    #expect(server.batches.count == 2)
  }

  @Test func triesAfterFailuresComeFurtherAndFurtherApart() async throws {
    let flags = try await bench.seeingClient()
    server.treat(.offline)
    try await see(0..<1, flags)
    try await bench.advanceEvents(by: 30, flags)
    for failures in 1...12 {
      let (due, now) = flags.engine.events.sender.state.withLock { ($0.timer?.due, bench.clock.uptime) }
      let delay = try #require(due) - now
      #expect(delay >= 0 && delay <= min(300, exp2(Double(failures - 1))))
      try await bench.advanceEvents(by: delay + 0.001, flags)
      #expect(server.batches.count == failures + 1)
    }
    #expect(bench.log.all.filter { $0.contains("events were not sent") }.count == 1)
  }

  @Test(arguments: [429, 503]) func retryAfterIsObeyedWhateverTheAppAsks(status: Int) async throws {
    let flags = try await bench.seeingClient()
    server.treat(.answer(FlagResponse(status: status, headers: ["retry-after": "120"])))
    try await see(0..<1, flags)
    try await bench.advanceEvents(by: 30, flags)
    server.treat(.accept)
    flags.logImpression("f0")
    try await bench.enter(.background, flags)
    try await bench.enter(.active, flags)
    try await bench.advanceEvents(by: 119, flags)
    #expect(server.batches.count == 1)
    try await bench.advanceEvents(by: 1, flags)
    #expect(server.events.count == 1)
  }

  @Test(arguments: [401, 403, 404, 302]) func whatMustBeMendedFirstIsTriedAboutEveryHourAndKept(status: Int)
    async throws
  {
    let flags = try await bench.seeingClient()
    server.treat(.answer(FlagResponse(status: status)))
    try await see(0..<1, flags)
    try await bench.advanceEvents(by: 30, flags)
    try await bench.advanceEvents(by: 29 * 60, flags)
    #expect(server.batches.count == 1)
    server.treat(.accept)
    try await bench.advanceEvents(by: 31 * 60, flags)
    #expect(server.events.count == 1)
  }

  @Test func aBatchThatIsTooLargeIsSentInParts() async throws {
    let flags = try await bench.seeingClient()
    server.treat { batch in
      (batch["events"]?.arrayValue?.count ?? 0) > 3 ? .answer(FlagResponse(status: 413)) : .accept
    }
    try await see(0..<20, flags)
    try await bench.advanceEvents(by: 30, flags)
    try await until("all are sent") { server.events.count == 20 }
  }

  @Test func anEventThatIsTooLargeAloneIsDroppedAndCounted() async throws {
    let flags = try await bench.seeingClient()
    server.treat { batch in
      let hasIt = batch["events"]?.arrayValue?.contains { $0["flag_key"] == "f3" } ?? false
      return hasIt ? .answer(FlagResponse(status: 413)) : .accept
    }
    try await see(0..<8, flags)
    try await bench.advanceEvents(by: 30, flags)
    try await until("the others are sent") { server.events.count == 7 }
    try await bench.settleEvents(flags)
    #expect(flags.engine.events.queue.isEmpty)
    #expect(server.batches.compactMap { $0["dropped"] } == [1])
  }

  @Test func aServerThatCannotReadAnythingIsNotAskedForEveryEvent() async throws {
    let flags = try await bench.seeingClient()
    server.treat(.answer(FlagResponse(status: 400)))
    try await see(0..<50, flags)
    try await bench.advanceEvents(by: 30, flags)
    try await bench.settleEvents(flags)
    #expect(server.batches.count == 1)
    #expect(flags.engine.events.queue.count == 50)
  }

  @Test func aServerThatTakesNoCompressedBodiesGetsPlainOnes() async throws {
    let flags = try await bench.seeingClient()
    server.treat(.answer(FlagResponse(status: 415)))
    try await see(0..<10, flags)
    try await until("it is known") {
      if server.batches.isEmpty { try? await bench.advanceEvents(by: 30, flags) }
      return server.requests.last?.headers["Content-Encoding"] == nil && server.requests.count > 1
    }
    server.treat(.accept)
    try await bench.advanceEvents(by: 3600, flags)
    #expect(server.events.count == 10)
  }

  @Test(arguments: ["<html>Welcome to our network</html>", "", "{}", "[1]", #"{"accepted":"yes"}"#])
  func anAnswerThatIsNoReceiptIsNone(body: String) async throws {
    let flags = try await bench.seeingClient()
    server.treat(.answer(.text(body)))
    try await see(0..<1, flags)
    try await bench.advanceEvents(by: 30, flags)
    #expect(flags.engine.events.queue.count == 1)
    server.treat(.accept)
    try await bench.advanceEvents(by: 5, flags)
    #expect(server.events.count == 1)
  }

  @Test func aServerThatNeverAnswersIsGivenUp() async throws {
    let manual = ManualTransport()
    let bench = try Bench(manual)
    let flags = try await bench.activeClient()
    let first = try await manual.next()
    first.answer(.answer())
    try await bench.settleRequests(flags)
    flags.logImpression("a")
    flags.engine.events.flush()
    let hanging = try await manual.next()
    try await until("the deadline is armed") {
      guard let due = flags.engine.events.sender.state.withLock({ $0.timer?.due }) else { return false }
      return bench.clock.hasSleeper(until: due)
    }
    bench.clock.advance(by: 10)
    try await until("it is given up") { flags.engine.events.sender.hasFailed }
    // The late answer counts for nothing; the event is kept.
    hanging.answer(.text(#"{"accepted":1}"#, status: 202))
    try await bench.settleEvents(flags)
    #expect(flags.engine.events.queue.count == 1)
  }

  @Test func theNetworksReturnIsATry() async throws {
    let flags = try await bench.seeingClient()
    server.treat(.offline)
    try await see(0..<1, flags)
    try await bench.advanceEvents(by: 30, flags)
    server.treat(.accept)
    bench.lifecycle.enter(.networkAvailable)
    try await until("it is sent") { server.events.count == 1 }
  }
}
