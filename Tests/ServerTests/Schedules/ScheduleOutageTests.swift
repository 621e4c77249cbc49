import SerinFlags
import SerinLock
import Store
import Testing

@testable import Server

@Suite struct ScheduleOutageTests {
  private static let segment = PlannedOperation.apply(
    document: ["schema": 1, "flags": [:], "segments": ["beta": ["list": ["alice"]]]], removedSegments: [])

  @Test func aStoreThatIsAwayForHalfAMinuteDelaysAChange() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(.setKilled(true, flag: "new_checkout"))
    bench.clock.advance(milliseconds: PlanBench.hour)
    bench.store.goAway(true)
    await #expect(throws: StoreError.self) { try await bench.runner().runDue() }
    bench.clock.advance(seconds: 30)
    bench.store.goAway(false)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(job.id).state == .done)
  }

  @Test func oneThatFailsInTheMiddleIsTriedAgainALittleLater() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(Self.segment)
    bench.clock.advance(milliseconds: PlanBench.hour)
    bench.store.failReads(true)
    #expect(try await bench.runner().runDue() == bench.clock.now + 1000)
    #expect(try await bench.job(job.id).lastError == "the store cannot be used now")
    bench.clock.advance(seconds: 1)
    #expect(try await bench.runner().runDue() == bench.clock.now + 2000)
    bench.store.failReads(false)
    bench.clock.advance(seconds: 2)
    #expect(try await bench.runner().runDue() == nil)
    let done = try await bench.job(job.id)
    #expect(done.state == .done)
    #expect(done.attempts == 3)
    #expect(done.lastError == nil)
  }

  @Test func itIsGivenUpAfterManyTries() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(Self.segment)
    bench.clock.advance(milliseconds: PlanBench.hour)
    bench.store.failReads(true)
    for _ in 0..<ScheduleRunner.maximumAttempts {
      _ = try await bench.runner().runDue()
      bench.clock.advance(seconds: 60)
    }
    let failed = try await bench.job(job.id)
    #expect(failed.state == .failed)
    #expect(failed.attempts == ScheduleRunner.maximumAttempts)
  }

  @Test func aNodeThatStoppedInTheMiddleIsReplacedAndCannotFinishLater() async throws {
    let bench = try await PlanBench()
    let job = try await bench.plan(.setKilled(true, flag: "new_checkout"))
    bench.clock.advance(milliseconds: PlanBench.hour)
    let stopped = try #require(try await bench.store.claimJob(lease: ScheduleRunner.lease))
    #expect(try await bench.runner().runDue() == bench.clock.now + ScheduleRunner.lease)
    bench.clock.advance(milliseconds: ScheduleRunner.lease)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(job.id).state == .done)
    // Somebody takes the kill back, and then the first node goes on where it was.
    let ann = try bench.person("ann")
    _ = try await bench.flags.setKilled(false, "new_checkout", in: bench.place(), by: ann, reason: "")
    var service = bench.flags
    service.companion = ChangeCompanion(
      job: .finish(id: stopped.id, fence: stopped.fence, state: .done, error: nil))
    let refused = await refusal {
      try await service.perform(
        .setKilled(true, flag: "new_checkout"), in: bench.place(), by: ann, reason: "")
    }
    #expect(refused?.code == .conflict)
    #expect(try await !bench.flag().item.isKilled)
  }

  @Test func theRunnerSleepsUntilTheNextInstantAndWakesForWhatIsPlannedMeanwhile() async throws {
    let bench = try await PlanBench()
    let (sleeps, continuation) = AsyncStream<Int64>.makeStream()
    let runner = bench.runner { delay in
      continuation.yield(delay)
      // Until the runner cancels it: the test wakes it otherwise.
      try? await Task.sleep(nanoseconds: 60_000_000_000)
    }
    let running = Task { await runner.run() }
    var delays = sleeps.makeAsyncIterator()
    #expect(await delays.next() == ScheduleRunner.longestSleep)
    let job = try await bench.plan(.setKilled(true, flag: "new_checkout"), after: 1500)
    #expect(await delays.next() == 1500)
    bench.clock.advance(milliseconds: 1500)
    bench.signal.ring()
    #expect(await delays.next() == ScheduleRunner.longestSleep)
    #expect(try await bench.job(job.id).state == .done)
    running.cancel()
    await running.value
  }
}
