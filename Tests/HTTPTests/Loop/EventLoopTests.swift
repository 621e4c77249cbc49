import Testing

@testable import HTTP

@Suite struct EventLoopTests {
  private actor Counter {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private var count = 0

    init(on loop: EventLoop) { self.loop = loop }

    func add() -> Int {
      count += 1
      return count
    }

    func end() { loop.endWhenIdle() }
  }

  private func started() throws -> EventLoop {
    let loop = try EventLoop()
    loop.start(EventLoop.Hooks(timer: {}, endOfTurn: {}))
    return loop
  }

  @Test func anActorOnALoopIsSerialWhoeverCallsIt() async throws {
    let loop = try started()
    let counter = Counter(on: loop)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1000 { _ = await counter.add() } } }
    }
    #expect(await counter.add() == 8001)
    await counter.end()
  }

  @Test func jobsBeforeTheStartRunAfterIt() async throws {
    let loop = try EventLoop()
    let counter = Counter(on: loop)
    async let count = counter.add()
    loop.start(EventLoop.Hooks(timer: {}, endOfTurn: {}))
    #expect(await count == 1)
    await counter.end()
  }

  @Test func jobsAfterTheEndStillRunOneAtATime() async throws {
    let released = Event()
    let loop = try EventLoop()
    loop.start(Self.hooks(released))
    let counter = Counter(on: loop)
    await counter.end()
    await released.wait()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<200 { _ = await counter.add() } } }
    }
    #expect(await counter.add() == 801)
  }

  @Test func aLoopThatIsToldToEndsByItself() async throws {
    let released = Event()
    let loop = try EventLoop()
    loop.start(Self.hooks(released))
    await Counter(on: loop).end()
    await released.wait()
  }

  @Test func jobsThatMakeJobsDoNotKeepOthersFromRunning() async throws {
    let loop = try started()
    let stop = Event()
    let spinning = Task(executorPreference: loop) {
      while !stop.hasHappened { await Task.yield() }
    }
    let other = Task(executorPreference: loop) { Thread.current }
    #expect(await other.value != Thread.current)
    stop.signal()
    await spinning.value
    await Counter(on: loop).end()
  }

  /// Hooks whose release, which is the loop's last act, is an event.
  private static func hooks(_ released: Event) -> EventLoop.Hooks {
    let witness = Witness(released)
    return EventLoop.Hooks(timer: {}, endOfTurn: { witness.touch() })
  }

  /// Tells when it is let go.
  private final class Witness: Sendable {
    private let event: Event
    init(_ event: Event) { self.event = event }
    deinit { event.signal() }
    func touch() {}
  }
}
