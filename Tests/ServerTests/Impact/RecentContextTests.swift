import SerinFlags
import SerinLock
import Store
import Testing

@testable import Server

@Suite struct RecentContextTests {
  private func seen(_ bench: ImpactBench, in environment: String = "production") async throws -> [String] {
    try await bench.contexts.contexts(in: bench.plans.place(environment).environment).map(\.context).sorted()
  }

  @Test func aLoudUserTakesOnePlace() async throws {
    let bench = try await ImpactBench()
    for number in 0..<5000 {
      try bench.see(FlagContext(userID: "loud", attributes: ["n": .number(Double(number))]))
      bench.plans.clock.advance(milliseconds: 100)
    }
    try bench.see(users: 0..<50)
    #expect(try await seen(bench).count == 51)
  }

  @Test func theNewestContextOfAUserIsAtMostAMinuteOld() async throws {
    let bench = try await ImpactBench()
    try bench.see(FlagContext(userID: "a", attributes: ["v": 1]))
    bench.plans.clock.advance(seconds: 60)
    try bench.see(FlagContext(userID: "a", attributes: ["v": 2]))
    #expect(try await seen(bench) == [#"{"attributes":{"v":2},"userID":"a"}"#])
  }

  @Test func aContextOverFourKilobytesIsLeftOut() async throws {
    let bench = try await ImpactBench()
    let long = String(repeating: "x", count: 4100)
    try bench.see(FlagContext(userID: "large", attributes: ["text": .string(long)]))
    try bench.see(FlagContext(userID: "small", attributes: ["text": .string(String(long.prefix(3900)))]))
    let contexts = try await seen(bench)
    #expect(contexts.count == 1)
    #expect(contexts.first?.contains("small") == true)
  }

  @Test func afterADayAContextIsForgottenInMemoryAndInTheStore() async throws {
    let bench = try await ImpactBench()
    try bench.see(users: 0..<3)
    try await bench.contexts.writeDown()
    bench.plans.clock.advance(seconds: 86_000)
    try bench.see(users: 3..<5)
    #expect(try await seen(bench).count == 5)
    bench.plans.clock.advance(seconds: 500)
    #expect(try await seen(bench).count == 2)
    try await bench.contexts.writeDown()
    #expect(bench.held.rows.count == 2)
  }

  @Test func whatCouldNotBeWrittenIsWrittenTheNextTime() async throws {
    let bench = try await ImpactBench()
    try bench.see(users: 0..<3)
    bench.held.fail(true)
    let failed = await problem { () async throws(Problem) in try await bench.contexts.writeDown() }
    #expect(failed.status == 503)
    bench.held.fail(false)
    bench.plans.clock.advance(seconds: 60)
    try bench.see(users: 3..<4)
    try await bench.contexts.writeDown()
    #expect(bench.held.rows.count == 4)
    try await bench.contexts.writeDown()
    #expect(bench.held.rows.count == 4)
  }

  @Test func deletingAUserFindsThemInMemoryAndInTheStoreAndNobodyElse() async throws {
    let bench = try await ImpactBench()
    let place = try bench.plans.place()
    try bench.see(users: 0..<3)
    try bench.see(users: 0..<1, in: "staging")
    try await bench.contexts.writeDown()
    bench.plans.clock.advance(seconds: 60)
    try bench.see(users: 0..<4)
    #expect(try await bench.contexts.remove(userID: "user-0", in: place.environment) == 1)
    #expect(try await bench.contexts.remove(userID: "user-3", in: place.environment) == 1)
    #expect(try await bench.contexts.remove(userID: "user-9", in: place.environment) == 0)
    try await bench.contexts.writeDown()
    let left = try await seen(bench)
    #expect(left.count == 2)
    #expect(!left.contains { $0.contains("user-0") || $0.contains("user-3") })
    #expect(!bench.held.rows.contains { $0.context.contains("user-3") })
    #expect(try await seen(bench, in: "staging").count == 1)
  }

  @Test func whatIsBeingWrittenDoesNotComeBackAfterADeletion() async throws {
    let bench = try await ImpactBench()
    let environment = try bench.plans.place().environment
    try bench.see(users: 0..<1)
    let deletion = Lock<Task<Void, Never>?>(nil)
    bench.held.holdWrites {
      deletion.withLock { $0 = Task { _ = try? await bench.contexts.remove(userID: "user-0", in: environment) } }
      for _ in 0..<100 { await Task.yield() }
    }
    try await bench.contexts.writeDown()
    await deletion.withLock { $0 }?.value
    #expect(bench.held.rows.isEmpty)
    #expect(try await seen(bench).isEmpty)
  }

  @Test func someoneDeletedWhoComesAgainWithinTheMinuteIsTakenDownAgain() async throws {
    let bench = try await ImpactBench()
    try bench.see(users: 0..<1)
    _ = try await bench.contexts.remove(userID: nil, in: bench.plans.place().environment)
    try bench.see(users: 0..<1)
    #expect(try await seen(bench).count == 1)
  }

  @Test func aSampleUnderManyThreadsIsTheSameAsUnderOne() async throws {
    let bench = try await ImpactBench()
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<8 {
        group.addTask { try? bench.see(users: part * 300..<(part + 2) * 300) }
      }
    }
    let alone = RecentContexts(key: Array(0..<16))
    let ruleset = try #require(bench.plans.keeper.state.rulesets[bench.plans.place().environment.id])
    for number in 0..<2700 {
      alone.note(ImpactBench.user(number), body: [], in: ruleset, at: bench.plans.keeper.now)
    }
    let expected = alone.unwritten(in: ruleset.environment).map(\.context).sorted()
    #expect(expected.count == 1000)
    #expect(try await seen(bench) == expected)
  }

  @Test func twoServersOnOneStoreDrawOneSample() async throws {
    let bench = try await ImpactBench()
    let other = RecentContextService(
      memory: RecentContexts(key: Array(0..<16)), store: bench.held, keeper: bench.plans.keeper)
    let ruleset = try #require(bench.plans.keeper.state.rulesets[bench.plans.place().environment.id])
    try bench.see(users: 0..<10)
    other.memory.note(ImpactBench.user(3), body: [], in: ruleset, at: bench.plans.keeper.now)
    other.memory.note(ImpactBench.user(10), body: [], in: ruleset, at: bench.plans.keeper.now)
    try await bench.contexts.writeDown()
    try await other.writeDown()
    #expect(try await other.contexts(in: ruleset.environment).count == 11)
    #expect(try await bench.contexts.contexts(in: ruleset.environment).count == 11)
  }
}
