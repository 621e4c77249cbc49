import Foundation
import SerinLock
import Testing

@testable import Serin

/// Hardest test 11: many reasons to ask make one request, an answer older than announced is not enough, and close is final.
@Suite struct StreamCoalescingTests {
  @Test @MainActor func manyReasonsToAskInOneInstantMakeOneRequest() async throws {
    let gate = Lock(false)
    let transport = StreamTransport { _, index in
      if index > 0 { try await until("the answer may go") { gate.withLock { $0 } } }
      return .answer(revision: Double(index + 1))
    }
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.isRefreshThrottled = false }
    let connection = try await transport.connection(0)
    // In the same instant the hourly request is due, too: it is set to now.
    flags.engine.core.withLock { $0.pacing.hourlyAt = bench.clock.uptime }
    let ends = Recorder<FeatureFlagsError?>()
    for call in 0..<100 {
      flags.refresh { ends.add($0) }
      if call == 50 {
        connection.change(2)
        connection.change(2, urgent: true)
        bench.lifecycle.enter(.background)
        bench.lifecycle.enter(.active)
        bench.lifecycle.enter(.networkAvailable)
      }
    }
    try await transport.connection(1).open()
    try await transport.connection(1).change(2)
    try await until("the stream is open again") { flags.state.isStreaming }
    try await until("the announcement has asked") {
      try flags.stream.state.withLock { $0.catchUp != nil && $0.catchUp?.dueAt == nil && $0.timer == nil }
    }
    #expect(transport.requests.count == 2, "one for the session and one for all of these")
    #expect(ends.count == 0)
    gate.withLock { $0 = true }
    try await until("all are called") { ends.count >= 100 }
    try await bench.settleAnnouncements(flags)
    #expect(ends.count == 100)
    #expect(ends.all.allSatisfy { $0 == nil })
    #expect(transport.requests.count == 2)
    #expect(flags.state.revision == 2)
  }

  @Test func manyAnnouncementsWithinTheSpreadMakeOneRequest() async throws {
    let transport = StreamTransport { _, index in .answer(revision: index == 0 ? 1 : 100) }
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.5 } }
    let connection = try await transport.connection(0)
    for revision in 2...100 { connection.change(revision, spread: 4) }
    try await until("all are taken") { try flags.stream.state.withLock { $0.lastEventID == "1-100" } }
    try await bench.passAnnouncement(flags)
    #expect(flags.state.revision == 100)
    #expect(transport.requests.count == 2)
  }

  // SDK-36
  @Test func anAnswerOlderThanAnnouncedIsAskedForAgainUntilItIsNot() async throws {
    let transport = StreamTransport { _, index in
      .answer(revision: [7, 8, 8][safe: index] ?? 9, [.flag("a", index >= 3)])
    }
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.5 } }
    try await transport.connection(0).change(9, spread: 0)
    try await until("it is asked for") { transport.requests.count == 2 }
    for pause in [0.5, 1] {
      try await bench.settleRequests(flags)
      #expect(flags.state.revision == 8, "the announced revision is not claimed")
      #expect(!flags.isEnabled("a", default: true))
      #expect(try await bench.dueAnnouncement(flags) == bench.clock.uptime + pause)
      try await bench.passAnnouncement(flags)
    }
    try await until("the announced revision is there") { flags.state.revision == 9 }
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.state.lastError == nil)
    #expect(transport.requests.count == 4)
  }

  // SDK-36
  @Test func anAnswerThatStaysOldIsGivenUpVisibly() async throws {
    let transport = StreamTransport { _, _ in .answer(revision: 8) }
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.5 } }
    try await transport.connection(0).change(9, spread: 0)
    for _ in 0..<5 { try await bench.passAnnouncement(flags) }
    try await until("it is given up") { flags.state.lastError != nil }
    #expect(flags.state.lastError?.code == 200)
    #expect(flags.state.lastError?.message.contains("announced revision 9") == true)
    #expect(flags.state.revision == 8)
    #expect(flags.get("a") != nil)
    #expect(transport.requests.count == 7, "one for the session and six tries")
    #expect(bench.log.all.count { $0.contains("announced revision 9") } == 1)
    // The next announcement is tried again.
    transport.answer(.answer(revision: 10))
    try await transport.connection(0).change(10, spread: 0)
    try await until("it is there") { flags.state.revision == 10 }
    #expect(flags.state.lastError == nil)
  }

  @Test func aChangeThatWasTakenBackIsNoOldAnswer() async throws {
    // The same flags as before, so the same validator, with a higher revision.
    let transport = StreamTransport { request, index in
      request.validator == nil ? .answer(revision: index == 0 ? 1 : 3, tag: "same") : .notModified
    }
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.random = { 0.5 } }
    try await transport.connection(0).change(3)
    try await bench.passAnnouncement(flags)
    try await until("the revision is there") { flags.state.revision == 3 }
    #expect(transport.requests.map(\.validator) == [nil, "same", nil])
    #expect(flags.state.lastError == nil)
    #expect(try flags.stream.state.withLock { $0.timer == nil })
  }

  @Test func anAnnouncementIsNotThrottledButTheServersWishToBeLeftAloneCounts() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport)
    transport.answer(FlagResponse(status: 503, headers: ["Retry-After": "60"]))
    let connection = try await transport.connection(0)
    connection.change(2)
    try await until("it is asked for within five minutes of the last answer") { transport.requests.count == 2 }
    try await bench.settleRequests(flags)
    transport.answer(.answer(revision: 3))
    connection.change(3)
    try await until("it is taken") { try flags.stream.state.withLock { $0.lastEventID == "1-3" } }
    try await bench.settleAnnouncements(flags)
    #expect(transport.requests.count == 2)
    try await bench.advance(by: 60, flags)
    try await until("it is there") { flags.state.revision == 3 }
    #expect(transport.requests.count == 3)
  }

  @Test func afterCloseNothingIsSentAndNobodyIsCalled() async throws {
    let gate = Lock(false)
    let transport = StreamTransport { _, index in
      if index > 0 { try await until("the answer may go") { gate.withLock { $0 } } }
      return .answer()
    }
    let bench = try Bench(transport)
    let flags = try await bench.streamingClient(transport) { $0.isRefreshThrottled = false }
    let connection = try await transport.connection(0)
    let ends = Recorder<FeatureFlagsError?>()
    flags.refresh { ends.add($0) }
    connection.change(2, spread: 30)
    _ = try await bench.dueAnnouncement(flags)
    flags.close()
    try await until("the connection is closed") { transport.openCount == 0 }
    try await until("the completion is called") { ends.count == 1 }
    #expect(ends.all.first??.code == 0)
    gate.withLock { $0 = true }
    bench.lifecycle.enter(.active)
    bench.lifecycle.enter(.networkAvailable)
    bench.clock.advance(by: 7200)
    try await bench.settle(flags)
    #expect(transport.connections.count == 1)
    #expect(transport.requests.count == 2)
    #expect(ends.count == 1)
    #expect(!flags.state.isStreaming)
    #expect(try flags.stream.state.withLock { $0.run == nil && $0.timer == nil })
  }

  @Test func lettingGoOfTheClientClosesTheStream() async throws {
    let transport = StreamTransport()
    let bench = try Bench(transport)
    weak var engine: FlagEngine?
    do {
      let flags = try await bench.streamingClient(transport)
      engine = flags.engine
    }
    try await until("the connection is closed") { transport.openCount == 0 }
    try await until("nothing is left") { engine == nil }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
