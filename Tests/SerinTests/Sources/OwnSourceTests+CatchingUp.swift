import Foundation
import SerinLock
import Testing

@testable import Serin

// SDK-36, for sources of the app's own.
extension OwnSourceTests {
  /// A client whose source has given revision 7, with waits of half the longest.
  private func client(_ source: TestSource, sources: [any FlagSource] = [.remote]) async throws -> FeatureFlags {
    let flags = try await bench.activeClient(sources: sources + [source]) { $0.random = { 0.5 } }
    try await bench.settleSources(flags)
    return flags
  }

  /// Lets the time until the next question pass.
  private func pass(_ seconds: TimeInterval, _ source: TestSource, _ flags: FeatureFlags) async throws {
    let asked = source.questions.count
    try await until("it waits \(seconds) seconds") {
      flags.engine.core.withLock { $0.sources[0].askDueAt == bench.clock.uptime + seconds }
    }
    try await bench.advance(by: seconds, flags)
    try await until("it is asked again") { source.questions.count == asked + 1 }
    try await bench.settleSources(flags)
  }

  @Test func anAnswerOlderThanASignalIsAskedForAgainUntilItIsNot() async throws {
    let source = TestSource { [answer = answer("old", revision: 7, validator: "v7")] _, _ in answer }
    let flags = try await client(source)
    let asked = source.questions.count
    source.answer { [answer = answer("old", revision: 8, validator: "v8")] _, _ in answer }
    source.signal(FlagSignal(epoch: 1, revision: 9))
    try await until("it is asked") { source.questions.count == asked + 1 }
    try await bench.settleSources(flags)
    #expect(flags.get("own")?.revision == 8, "the announced revision is not claimed")
    // Nothing new is no better, nor is an error.
    source.answer { _, _ in nil }
    try await pass(0.5, source, flags)
    source.answer { _, _ in throw TestSource.Unreachable() }
    try await pass(1, source, flags)
    source.answer { [answer = answer("new", revision: 9)] _, _ in answer }
    try await pass(2, source, flags)
    #expect(flags.get("own")?.variation == "new")
    #expect(source.questions.all.suffix(3).allSatisfy { $0.validator == nil }, "asked for as a whole")
    #expect(flags.engine.core.withLock { $0.sources[0].catchUp == nil && $0.sources[0].askDueAt == nil })
    #expect(source.questions.count == asked + 4)
  }

  @Test(arguments: [true, false])
  func anAnswerThatStaysOldIsGivenUpVisibly(_ isAlone: Bool) async throws {
    let source = TestSource { [answer = answer("old", revision: 7)] _, _ in answer }
    let flags = try await client(source, sources: isAlone ? [] : [.remote])
    let asked = source.questions.count
    source.signal(FlagSignal(revision: 9))
    try await until("it is asked") { source.questions.count == asked + 1 }
    for pause in [0.5, 1, 2, 4, 8] { try await pass(pause, source, flags) }
    #expect(source.questions.count == asked + 6)
    #expect(flags.engine.core.withLock { $0.sources[0].askDueAt } == nil)
    #expect(flags.get("own")?.revision == 7)
    #expect(bench.log.all.count { $0.contains("it announced revision 9, and still gives revision 7") } == 1)
    #expect(flags.state.lastError?.code == (isAlone ? 200 : nil))
  }

  @Test func aRefusalOfTheSourceEndsTheTries() async throws {
    let source = TestSource { [answer = answer("old", revision: 7)] _, _ in answer }
    let flags = try await client(source)
    let asked = source.questions.count
    source.answer { _, _ in throw FeatureFlagsError(code: 403, message: "no") }
    source.signal(FlagSignal(epoch: 1, revision: 9))
    try await until("it is asked") { source.questions.count == asked + 1 }
    try await bench.settleSources(flags)
    #expect(flags.engine.core.withLock { $0.sources[0].catchUp == nil && $0.sources[0].askDueAt == nil })
  }

  @Test func aSourceThatWantsToBeLeftAloneIsAskedLater() async throws {
    let source = TestSource { [answer = answer("old", revision: 7)] _, _ in answer }
    let flags = try await client(source)
    let asked = source.questions.count
    source.answer { _, _ in throw FeatureFlagsError(code: 503, message: "busy", retryAfter: 60) }
    source.signal(FlagSignal(epoch: 1, revision: 9))
    try await until("it is asked") { source.questions.count == asked + 1 }
    try await bench.settleSources(flags)
    source.answer { [answer = answer("new", revision: 9)] _, _ in answer }
    try await pass(60, source, flags)
    #expect(flags.get("own")?.variation == "new")
  }
}
