import SerinLock
import Testing

@testable import Server

@Suite struct WaitingLineTests {
  /// Waits until so many wait; the line itself has no way to tell.
  private func until(_ count: Int, in line: WaitingLine) async {
    while line.waiting("p") != count { await Task.yield() }
  }

  @Test func thoseWhoWaitComeInInTheirOrderAndNoMoreThanThereArePlaces() async throws {
    let line = WaitingLine(places: 2, capacity: 10, of: "things")
    let order = Lock<[Int]>([])
    let gate = Gate()
    let tasks = Lock<[Task<Void, any Error>]>([])
    for index in 0..<6 {
      let task = Task {
        try await line.pass("p") { () async throws(Problem) in
          order.withLock { $0.append(index) }
          await gate.wait()
        }
      }
      tasks.withLock { $0.append(task) }
      while order.withLock({ $0.count }) + line.waiting("p") != index + 1 { await Task.yield() }
    }
    #expect(order.withLock { $0 } == [0, 1])
    gate.open()
    for task in tasks.withLock({ $0 }) { try await task.value }
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4, 5])
    #expect(try await line.pass("p") { () async throws(Problem) in 1 } == 1)
  }

  @Test func whoeverComesWhenTheLineIsFullIsToldWhenToTryAgain() async throws {
    let line = WaitingLine(places: 1, capacity: 2, of: "things")
    let gate = Gate()
    let holder = Task { try await line.pass("p") { () async throws(Problem) in await gate.wait() } }
    await gate.isAwaited()
    let waiters = (0..<2).map { _ in Task { try await line.pass("p") { () async throws(Problem) in } } }
    await until(2, in: line)
    let full = await problem { () async throws(Problem) in try await line.pass("p") { () async throws(Problem) in } }
    #expect(full.status == 503)
    #expect(full.detail.hasPrefix("2 things wait already"))
    #expect(full.headers.contains { $0.name == "Retry-After" && $0.value == "2" } == true)
    // Another name has a line of its own.
    #expect(try await line.pass("q") { () async throws(Problem) in 3 } == 3)
    gate.open()
    try await holder.value
    for waiter in waiters { try await waiter.value }
  }

  @Test func whoeverIsCancelledLeavesTheLineAndTheOthersMoveUp() async throws {
    let line = WaitingLine(places: 1, capacity: 2, of: "things")
    let gate = Gate()
    let holder = Task { try await line.pass("p") { () async throws(Problem) in await gate.wait() } }
    await gate.isAwaited()
    let ran = Lock(false)
    let gone = Task {
      await problem { () async throws(Problem) in
        try await line.pass("p") { () async throws(Problem) in ran.withLock { $0 = true } }
      }.status
    }
    await until(1, in: line)
    let stays = Task { try await line.pass("p") { () async throws(Problem) in 7 } }
    await until(2, in: line)
    gone.cancel()
    #expect(await gone.value == 400)
    #expect(line.waiting("p") == 1)
    gate.open()
    #expect(try await stays.value == 7)
    try await holder.value
    #expect(ran.withLock { $0 } == false)
  }

  @Test func whoeverWasCancelledBeforeDoesNotBeginToWait() async throws {
    let line = WaitingLine(places: 1, capacity: 2, of: "things")
    let gate = Gate()
    let holder = Task { try await line.pass("p") { () async throws(Problem) in await gate.wait() } }
    await gate.isAwaited()
    let begin = Gate()
    let task = Task {
      await begin.wait()
      return await problem { () async throws(Problem) in try await line.pass("p") { () async throws(Problem) in } }
        .status
    }
    task.cancel()
    begin.open()
    #expect(await task.value == 400)
    gate.open()
    try await holder.value
  }
}
