import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct OwnSourceTests {
  let transport = ScriptedTransport()
  let bench: Bench

  init() throws {
    bench = try Bench(transport)
  }

  func answer(
    _ variation: String, key: String = "own", revision: Int64 = 0, validator: String? = nil,
    undecided: Set<String> = [], age: TimeInterval = 0
  ) -> FlagAnswer {
    FlagAnswer(
      flags: [FeatureFlag(key: key, isEnabled: true, variation: variation)], epoch: 1, revision: revision,
      validator: validator, undecided: undecided, confirmedAt: bench.clock.now.addingTimeInterval(-age))
  }

  @Test func itsAnswerHasItsNameAndRevision() async throws {
    let source = TestSource { [answer = answer("one", revision: 7)] _, _ in answer }
    let flags = bench.client(sources: [.remote, source])
    try await flags.refresh()
    try await bench.settleSources(flags)
    let flag = try #require(flags.get("own"))
    #expect(flag.origin == .source("own"))
    #expect(flag.revision == 7)
    #expect(flag.epoch == 1)
    #expect(flags.get("a")?.origin == .remote)
  }

  @Test func withoutTheServerAmongTheSourcesNobodyListensToItsStream() throws {
    #expect(throws: NeverHappened.self) { try bench.client(sources: [.overrides, TestSource()]).stream }
    #expect(throws: Never.self) { try bench.client(sources: [.overrides, .remote, TestSource()]).stream }
  }

  @Test func whatItHasStoredIsThereAtOnce() {
    let source = TestSource(stored: { [answer = answer("stored", age: 23 * 3600)] _ in answer })
    #expect(bench.client(sources: [.remote, source]).get("own")?.variation == "stored")
    #expect(source.questions.count == 0)
  }

  @Test(arguments: [24.0 * 3600, -1])
  func storedFlagsOfMoreThanADayOrFromTheFutureAreNotUsed(_ age: TimeInterval) {
    let source = TestSource(stored: { [answer = answer("stored", age: age)] _ in answer })
    #expect(bench.client(sources: [source]).get("own") == nil)
  }

  @Test func anErrorKeepsTheLastAnswerUntilItIsADayOld() async throws {
    let source = TestSource { [answer = answer("one")] _, _ in answer }
    let flags = bench.client(sources: [.remote, source]) { $0.isRefreshThrottled = false }
    try await flags.refresh()
    try await bench.settleSources(flags)
    source.answer { _, _ in throw TestSource.Unreachable() }
    bench.clock.advance(by: 23 * 3600)
    try await flags.refresh()
    try await bench.settleSources(flags)
    #expect(flags.get("own")?.variation == "one")
    #expect(bench.log.all.contains { $0.contains("the source own gave no flags: Unreachable") })
    bench.clock.advance(by: 3600, frozen: true)
    #expect(flags.get("own") == nil)
    #expect(flags.get("a") != nil)
  }

  @Test(arguments: [503, 403])
  func anErrorOfTheSDKsOwnTypeGivesItsCodeAndTimeToWait(_ status: Int) async throws {
    let source = TestSource { _, _ in
      throw FeatureFlagsError(code: status, message: "it is busy", retryAfter: 30)
    }
    let flags = bench.client(sources: [source]) { $0.isRefreshThrottled = false }
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == status)
    #expect(error?.retryAfter == 30)
    #expect(flags.state.lastError == error)
    #expect(bench.log.all.contains { $0.contains("the source own gave no flags: it is busy") })
    let retryAt = flags.engine.core.withLock { $0.pacing.retryAt }
    #expect((retryAt == nil) == (status == 403), "what is refused is not tried again by itself")
  }

  @Test func nothingNewRenewsTheAnswerOfTheSameContext() async throws {
    let source = TestSource { [answer = answer("one", validator: "v1")] _, validator in validator == nil ? answer : nil
    }
    let flags = bench.client(sources: [source])
    #expect(try await flags.refresh() == .updated(changedKeys: ["own"]))
    bench.clock.advance(by: 23 * 3600)
    #expect(try await flags.refresh() == .unchanged)
    #expect(source.questions.all.map(\.validator) == [nil, "v1"])
    bench.clock.advance(by: 23 * 3600, frozen: true)
    #expect(flags.get("own") != nil)
    bench.clock.advance(by: 3600, frozen: true)
    #expect(flags.get("own") == nil)
  }

  @Test func aWholeAnswerReplacesTheLastOneAndAnOlderRevisionDoesNot() async throws {
    let source = TestSource { [answer = answer("one", revision: 5)] _, _ in answer }
    let flags = bench.client(sources: [source])
    try await flags.refresh()
    source.answer { [answer = answer("two", revision: 4)] _, _ in answer }
    await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(flags.get("own")?.variation == "one")
    source.answer { [answer = answer("three", key: "other", revision: 6)] _, _ in answer }
    try await flags.refresh()
    #expect(flags.get("own") == nil)
    #expect(flags.get("other")?.variation == "three")
  }

  @Test func undecidedFlagsKeepTheValueTheyHad() async throws {
    let source = TestSource { [answer = answer("one", validator: "v1")] _, _ in answer }
    let flags = bench.client(sources: [source])
    try await flags.refresh()
    source.answer { [answer = answer("two", key: "other", validator: "v2", undecided: ["own", "never"])] _, _ in answer
    }
    try await flags.refresh()
    #expect(flags.get("own")?.variation == "one")
    #expect(flags.get("other")?.variation == "two")
    #expect(flags.details(.declared("never")).reason == .undecided)
    source.answer { _, _ in nil }
    try await flags.refresh()
    #expect(source.questions.all.last?.validator == nil)
  }

  @Test func anotherUserTakesItsFlagsAwayAtOnceAndItIsAskedForThatUser() async throws {
    let source = TestSource { [answer = answer("alice's")] _, _ in
      answer
    } stored: { [answer = answer("stored for bob")] context in
      context.userID == "bob" ? answer : nil
    }
    let flags = bench.client(sources: [.remote, source])
    try await flags.refresh()
    try await bench.settleSources(flags)
    #expect(flags.get("own")?.variation == "alice's")
    source.answer { _, _ in throw TestSource.Unreachable() }
    flags.setUserID("bob")
    #expect(flags.get("own")?.variation == "stored for bob")
    flags.setUserID(nil)
    #expect(flags.get("own") == nil)
    try await until("it is asked for nobody") { source.questions.all.last?.context.userID == nil }
  }

  @Test func aLateAnswerForAnEarlierContextIsDropped() async throws {
    let gate = AsyncStream.makeStream(of: FlagAnswer.self)
    let source = TestSource { context, _ in
      guard context.userID == "alice" else { return nil }
      for await answer in gate.stream { return answer }
      // The question was given up; what is under way arrives all the same.
      return FlagAnswer(flags: [FeatureFlag(key: "own", isEnabled: true, variation: "late")], confirmedAt: nil)
    }
    let flags = bench.client(sources: [.remote, source])
    flags.refresh(completion: nil)
    try await until("it is asked") { source.questions.count == 1 }
    flags.setUserID("bob")
    gate.continuation.yield(answer("alice's"))
    try await bench.settleSources(flags)
    try await until("it is asked for the other user") { source.questions.all.last?.context.userID == "bob" }
    try await bench.settleSources(flags)
    #expect(flags.get("own") == nil)
  }

  @Test @MainActor func listenersHearOfItsAnswers() async throws {
    let source = TestSource { [answer = answer("one")] _, _ in answer }
    let flags = bench.client(sources: [source])
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    try await flags.refresh()
    try await until("the listener is told") { listener.changes.count == 1 }
    #expect(listener.changes.first?.changedKeys == ["own"])
    #expect(listener.changes.first?.cause == .refresh)
  }
}
