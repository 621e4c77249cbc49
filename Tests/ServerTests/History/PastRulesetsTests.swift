import SerinFlags
import SerinLock
import Store
import Testing

@testable import Server

/// What reading the past costs, and how that is bounded.
@Suite struct PastRulesetsTests {
  /// A bench with three instants between which production changed, all of them over for long.
  private func bench() async throws -> (PlanBench, [Int64], PastRulesets, Lock<Int>) {
    let bench = try await PlanBench()
    var instants: [Int64] = []
    for step in 0..<3 {
      bench.clock.advance(seconds: 100)
      try await bench.edit(["description": .string("\(step)"), "default": .string(step == 1 ? "on" : "off")])
      bench.clock.advance(seconds: 100)
      instants.append(bench.clock.now)
    }
    bench.clock.advance(seconds: 3600)
    let reads = Lock(0)
    bench.store.beforePastReads { reads.withLock { $0 += 1 } }
    return (bench, instants, PastRulesets(store: bench.store, keeper: bench.keeper), reads)
  }

  /// Regression: everything that the environment held was read before the cache was looked at.
  @Test func whatIsKeptIsAnsweredWithoutReadingAnything() async throws {
    let (bench, instants, past, reads) = try await bench()
    let environment = try bench.place().environment
    let first = try await past.ruleset(of: environment, at: instants[0])
    for _ in 0..<5 { #expect(try await past.ruleset(of: environment, at: instants[0]) === first) }
    #expect(reads.withLock { $0 } == 1)
    // Two instants of one revision: what lies between them is known too.
    #expect(try await past.ruleset(of: environment, at: instants[0] + 50_000) === first)
    #expect(reads.withLock { $0 } == 2)
    #expect(try await past.ruleset(of: environment, at: instants[0] + 25_000) === first)
    #expect(reads.withLock { $0 } == 2)
    let second = try await past.ruleset(of: environment, at: instants[1])
    #expect(second.environment.revision > first.environment.revision)
    #expect(reads.withLock { $0 } == 3)
  }

  @Test func anInstantOfJustNowIsReadEachTime() async throws {
    let (bench, _, past, reads) = try await bench()
    let environment = try bench.place().environment
    let now = bench.clock.now
    let before = try await past.ruleset(of: environment, at: now)
    // The store's clock is behind this node's, so the change lies at an instant that was asked about already.
    try await bench.edit(["default": "on"])
    let after = try await past.ruleset(of: environment, at: now)
    #expect(after.environment.revision == before.environment.revision + 1)
    #expect(reads.withLock { $0 } == 2)
  }

  @Test func onlySomeAreReadAtATimeAndTheOthersWaitUntilTheLineIsFull() async throws {
    let (bench, instants, past, _) = try await bench()
    let environment = try bench.place().environment
    let hold = Gate()
    let running = Lock((now: 0, most: 0))
    bench.store.beforePastReads {
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      await hold.wait()
      running.withLock { $0.now -= 1 }
    }
    let count = PastRulesets.readers + PastRulesets.waiters
    let tasks = (0..<count).map { index in
      Task { try await past.ruleset(of: environment, at: instants[index % 3] + Int64(index)) }
    }
    await hold.isAwaited(by: PastRulesets.readers)
    var refused = Problem(.internalError, "")
    // The last of them may still be on their way into the line.
    repeat {
      let task = Task { try await past.ruleset(of: environment, at: instants[0] - 1) }
      for _ in 0..<50 { await Task.yield() }
      task.cancel()
      if case .failure(let error as Problem) = await task.result { refused = error }
    } while refused.status != 503
    #expect(refused.headers.contains { $0.name == "Retry-After" } == true)
    hold.open()
    for task in tasks { _ = try await task.value }
    #expect(running.withLock { $0.most } == PastRulesets.readers)
  }
}
