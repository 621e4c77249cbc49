import SerinLock
import Store
import Testing

@testable import Server

@Suite struct ChangeGateTests {
  @Test func changesOfAProjectRunOneAfterAnother() async throws {
    let gate = ChangeGate()
    let running = Lock((now: 0, most: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await gate.pass("p") { () async throws(Problem) in
            running.withLock {
              $0.now += 1
              $0.most = max($0.most, $0.now)
            }
            for _ in 0..<5 { await Task.yield() }
            running.withLock { $0.now -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(running.withLock { $0.most } == 1)
  }

  @Test func aChangeThatFailsLetsTheNextOneIn() async throws {
    let gate = ChangeGate()
    await #expect(throws: Problem.self) {
      try await gate.pass("p") { () async throws(Problem) in throw Problem(.conflict, "no") }
    }
    #expect(try await gate.pass("p") { () async throws(Problem) in 1 } == 1)
  }

  @Test func anotherProjectDoesNotWait() async throws {
    let gate = ChangeGate()
    let result = try await gate.pass("p") { () async throws(Problem) in
      try await gate.pass("q") { () async throws(Problem) in 2 }
    }
    #expect(result == 2)
  }

  /// Regression: what waited could fill the memory, and went on although its client had gone.
  @Test func aProjectsLineIsBounded() async throws {
    let gate = ChangeGate()
    let hold = Gate()
    let holder = Task { try await gate.pass("p") { () async throws(Problem) in await hold.wait() } }
    await hold.isAwaited()
    let waiters = (0..<ChangeGate.capacity).map { _ in
      Task { try await gate.pass("p") { () async throws(Problem) in } }
    }
    while gate.waiting("p") < ChangeGate.capacity { await Task.yield() }
    let full = await problem { () async throws(Problem) in try await gate.pass("p") { () async throws(Problem) in } }
    #expect(full.status == 503)
    #expect(full.headers.contains { $0.name == "Retry-After" } == true)
    for waiter in waiters { waiter.cancel() }
    for waiter in waiters { await #expect(throws: Problem.self) { try await waiter.value } }
    #expect(gate.waiting("p") == 0)
    hold.open()
    try await holder.value
  }

  @Test func killsAndPlansWaitForNobody() async throws {
    let bench = try await PlanBench()
    let hold = Gate()
    let project = try bench.place().project
    let holder = Task {
      try await bench.keeper.gate.pass(project.id) { () async throws(Problem) in await hold.wait() }
    }
    await hold.isAwaited()
    let ann = try bench.person("ann")
    _ = try await bench.flags.setKilled(true, "new_checkout", in: bench.place(), by: ann, reason: "")
    let plan = try await bench.flags.plan(
      Promotion(
        source: bench.place().environment, target: bench.place("staging"), flags: ["new_checkout"],
        parts: [.targeting], bringsSegments: false, versions: [:], caller: ann, reason: ""))
    #expect(plan.flags.first?.changes.isEmpty == false)
    // What is only proposed is only looked at.
    _ = try await bench.propose(.setArchived(true, flag: "welcome_text"))
    hold.open()
    try await holder.value
  }
}
