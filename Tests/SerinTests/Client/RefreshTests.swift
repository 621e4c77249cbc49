import Foundation
import Testing

@testable import Serin

@Suite struct RefreshTests {
  @Test func nothingIsKnownBeforeTheFirstAnswer() throws {
    let flags = try Bench(ScriptedTransport()).client()
    #expect(flags.get("a") == nil)
    #expect(flags.isEnabled("a", default: true))
    #expect(!flags.isEnabled("a", default: false))
    #expect(flags.state.origin == .code)
    #expect(flags.snapshot.all.isEmpty)
  }

  @Test func aRefreshBringsTheServersFlags() async throws {
    let transport = ScriptedTransport { _, _ in .answer(epoch: 3, revision: 42, [.flag("a"), .flag("b", false)]) }
    let flags = try Bench(transport).client()
    #expect(try await flags.refresh() == .updated(changedKeys: ["a", "b"]))
    #expect(flags.isEnabled("a", default: false))
    #expect(!flags.isEnabled("b", default: true))
    #expect(flags.get("a")?.origin == .remote)
    #expect(flags.state.origin == .remote)
    #expect(flags.state.epoch == 3)
    #expect(flags.state.revision == 42)
    #expect(try transport.requests.map { try $0.context } == [FlagContext(userID: "alice")])
  }

  @Test func aBrokenFlagHasNoAnswer() async throws {
    let transport = ScriptedTransport { _, _ in .answer([.flag("a"), ["key": "bad", "reason": "malformed"]]) }
    let flags = try Bench(transport).client()
    try await flags.refresh()
    #expect(flags.get("bad") == nil)
    #expect(flags.isEnabled("bad", default: true))
    #expect(flags.isEnabled("a", default: false))
  }

  @Test func withinFiveMinutesTheStoredFlagsAreTheAnswer() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = bench.client()
    try await flags.refresh()
    let sendsAgain = bench.clock.now.addingTimeInterval(300)
    #expect(try await flags.refresh() == .throttled(until: sendsAgain))
    bench.clock.advance(by: 299)
    #expect(try await flags.refresh() == .throttled(until: sendsAgain))
    #expect(transport.requests.count == 1)
    bench.clock.advance(by: 1)
    #expect(try await flags.refresh() == .unchanged)
    #expect(transport.requests.count == 2)
  }

  @Test func theLimitIsCountedByTheMonotonicClock() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = bench.client()
    try await flags.refresh()
    bench.clock.setWall(to: bench.clock.now.addingTimeInterval(3600))
    #expect(try await flags.refresh() == .throttled(until: bench.clock.now.addingTimeInterval(300)))
  }

  @Test func theLimitCanBeSwitchedOff() async throws {
    let transport = ScriptedTransport()
    let flags = try Bench(transport).client { $0.isRefreshThrottled = false }
    for _ in 0..<3 { try await flags.refresh() }
    #expect(transport.requests.count == 3)
  }

  @Test func aFailureDoesNotThrottle() async throws {
    let transport = ScriptedTransport { _, _ in FlagResponse(status: 500) }
    let flags = try Bench(transport).client()
    await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    transport.answer(.answer())
    #expect(try await flags.refresh() == .updated(changedKeys: ["a"]))
  }

  @Test func theLimitHoldsOnlyWhileTheFlagsAreValid() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = bench.client()
    try await flags.refresh()
    // The wall clock says that a day has passed, so there are no valid flags to answer from.
    bench.clock.setWall(to: bench.clock.now.addingTimeInterval(24 * 3600))
    try await flags.refresh()
    #expect(transport.requests.count == 2)
    #expect(flags.isEnabled("a", default: false))
  }

  @Test @MainActor func callsInOneMomentShareOneRequest() async throws {
    let transport = ManualTransport()
    let flags = try Bench(transport).client()
    let done = Recorder<Int>()
    for index in 0..<100 {
      flags.refresh { error in
        MainActor.preconditionIsolated()
        #expect(error == nil)
        done.add(index)
      }
    }
    #expect(done.count == 0)
    try await transport.next().answer(.answer())
    try await until("all are called") { done.count == 100 }
    #expect(done.all == Array(0..<100))
    #expect(transport.count == 1)
  }

  @Test func theContentDecidesNotTheValidator() async throws {
    let transport = ScriptedTransport { _, index in .answer([.flag("a", index == 0)], tag: "W/\"same\"") }
    let flags = try Bench(transport).client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    #expect(try await flags.refresh() == .updated(changedKeys: ["a"]))
    #expect(!flags.isEnabled("a", default: true))
  }

  @Test func anArchivedFlagIsGone() async throws {
    let transport = ScriptedTransport { _, index in .answer(index == 0 ? [.flag("a"), .flag("b")] : [.flag("a")]) }
    let flags = try Bench(transport).client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    #expect(try await flags.refresh() == .updated(changedKeys: ["b"]))
    #expect(flags.get("b") == nil)
  }

  @Test func anEmptyAnswerClears() async throws {
    let transport = ScriptedTransport { _, index in .answer(index == 0 ? [.flag("a")] : []) }
    let flags = try Bench(transport).client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    #expect(try await flags.refresh() == .updated(changedKeys: ["a"]))
    #expect(flags.get("a") == nil)
    #expect(flags.state.origin == .remote)
  }

  @Test func aLowerRevisionOfTheSameEpochIsDropped() async throws {
    let transport = ScriptedTransport { _, index in .answer(revision: index == 0 ? 6 : 5, [.flag("a", index != 0)]) }
    let bench = try Bench(transport)
    let flags = bench.client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == 200)
    #expect(!flags.isEnabled("a", default: true))
    #expect(flags.state.revision == 6)
  }

  @Test func aLowerRevisionOfAnotherEpochIsAccepted() async throws {
    let transport = ScriptedTransport { _, index in
      index == 0 ? .answer(epoch: 1, revision: 6) : .answer(epoch: 2, revision: 3, [.flag("a", false)])
    }
    let flags = try Bench(transport).client { $0.isRefreshThrottled = false }
    try await flags.refresh()
    try await flags.refresh()
    #expect(!flags.isEnabled("a", default: true))
    #expect(flags.get("a")?.epoch == 2)
  }
}
