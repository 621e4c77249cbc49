import Foundation
import SerinLock
import Testing

@testable import Serin

extension OwnSourceTests {
  @Test func itIsAskedAtTheStartWithTheSessionAndOnRefresh() async throws {
    let source = TestSource { _, _ in nil }
    let flags = bench.client(sources: [.remote, source]) { $0.isRefreshThrottled = false }
    #expect(source.questions.count == 0)
    flags.start()
    try await until("it is asked at the start") { source.questions.count == 1 }
    try await bench.settleSources(flags)
    bench.lifecycle.enter(.active)
    try await until("it is asked with the session") { source.questions.count == 2 }
    try await bench.settleSources(flags)
    try await flags.refresh()
    try await bench.settleSources(flags)
    #expect(source.questions.count == 3)
  }

  @Test(arguments: [.nan, -.infinity, -5, .infinity, 1e300] as [TimeInterval])
  func whateverWaitItAsksForItIsAskedAgainWithinAnHour(_ wait: TimeInterval) async throws {
    let source = TestSource { _, _ in throw FeatureFlagsError(code: 503, message: "busy", retryAfter: wait) }
    let flags = try await bench.activeClient(sources: [.overrides, source])
    try await bench.settleSources(flags)
    source.answer { [answer = answer("one")] _, _ in answer }
    for _ in 0..<13 {
      try await bench.advance(by: 300, flags)
      try await bench.settleSources(flags)
    }
    #expect(flags.get("own")?.variation == "one")
  }

  @Test func changedAttributesAskItAgainAndKeepItsFlagsMeanwhile() async throws {
    let source = TestSource { [answer = answer("one", validator: "v1")] _, _ in answer }
    let flags = bench.client(sources: [.remote, source])
    try await flags.refresh()
    try await bench.settleSources(flags)
    flags.setAttributes(["plan": "pro"])
    #expect(flags.get("own")?.variation == "one")
    try await bench.advance(by: 0.25, flags)
    try await until("it is asked again") { source.questions.count == 2 }
    #expect(source.questions.all.last == TestSource.Question(context: flags.context, validator: nil))
  }

  @Test func aSignalMakesItBeAskedUnlessItHasGivenThatRevision() async throws {
    let source = TestSource { [answer = answer("one", revision: 5)] _, _ in answer }
    let flags = try await bench.activeClient(sources: [.remote, source])
    try await bench.settleSources(flags)
    let asked = source.questions.count
    source.signal(FlagSignal(epoch: 1, revision: 5))
    source.answer { [answer = answer("two", revision: 6)] _, _ in answer }
    source.signal(FlagSignal(epoch: 1, revision: 6))
    try await until("the new answer is there") { flags.get("own")?.variation == "two" }
    #expect(source.questions.count == asked + 1)
    source.signal()
    try await until("it is asked once more") { source.questions.count == asked + 2 }
  }

  @Test func aSignalsSpreadIsWaitedFor() async throws {
    let source = TestSource()
    let flags = try await bench.activeClient(sources: [.remote, source])
    try await bench.settleSources(flags)
    let asked = source.questions.count
    source.signal(FlagSignal(spread: 30))
    try await until("the signal is heard") {
      flags.engine.core.withLock { $0.sources[0].askDueAt != nil } || source.questions.count > asked
    }
    try await bench.advance(by: 30, flags)
    try await until("it is asked") { source.questions.count == asked + 1 }
  }

  @Test func aSourceThatHangsHoldsNothingUp() async throws {
    let source = TestSource { _, _ in
      await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
      return nil
    }
    let flags = try await bench.activeClient(sources: [source, .remote]) { $0.isRefreshThrottled = false }
    #expect(try await flags.refresh() == .unchanged || flags.get("a") != nil)
    #expect(flags.get("a")?.origin == .remote)
    try await bench.advance(by: 10, flags)
    try await until("it is given up") {
      bench.log.all.contains { $0.contains("the source own gave no flags: no answer") }
    }
    flags.setUserID("bob")
    _ = try await flags.refresh()
    #expect(flags.isEnabled("a", default: false))
    flags.close()
  }

  @Test func aRefreshWithoutTheServerEndsWithTheSourcesOrTheTimeout() async throws {
    let source = TestSource { _, _ in
      try await Task.sleep(nanoseconds: 1_000_000_000_000)
      return nil
    }
    let flags = bench.client(sources: [source])
    let ends = Recorder<Int?>()
    flags.refresh { ends.add($0?.code) }
    flags.refresh { ends.add($0?.code) }
    try await until("it is asked once") { source.questions.count == 1 }
    #expect(ends.count == 0)
    try await bench.advance(by: 10, flags)
    try await until("both are told") { ends.count == 2 }
    #expect(ends.all == [0, 0])
    source.answer { [answer = answer("one")] _, _ in answer }
    #expect(try await flags.refresh() == .updated(changedKeys: ["own"]))
    #expect(await flags.ready(within: 60).origin == .source("own"))
    #expect(transport.requests.isEmpty)
  }

  @Test func afterClosingItIsNotAskedAndItsSignalsAreNotHeard() async throws {
    let source = TestSource()
    let flags = try await bench.activeClient(sources: [.remote, source])
    try await bench.settleSources(flags)
    let asked = source.questions.count
    flags.close()
    source.signal()
    flags.setUserID("bob")
    for _ in 0..<20 { await Task.yield() }
    #expect(source.questions.count == asked)
  }
}
