import SerinLock
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
}
