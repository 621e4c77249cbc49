import Foundation
import SerinLock
import Testing

@testable import Server

@Suite struct PasswordPoolTests {
  /// Jobs that wait until they are let go.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    let running = Lock(0)
    let most = Lock(0)
    func pass() {
      let now = running.withLock { count in
        count += 1
        return count
      }
      most.withLock { $0 = max($0, now) }
      semaphore.wait()
      running.withLock { $0 -= 1 }
    }
    func open(_ count: Int) { for _ in 0..<count { semaphore.signal() } }
  }

  @Test func fourRunSixtyFourWaitAndTheNextIsToldToComeBack() async throws {
    let pool = PasswordPool(parameters: PeopleFixture.cheap)
    let gate = Gate()
    let places = PasswordPool.threads + PasswordPool.queueLength
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<places { group.addTask { try await pool.run { gate.pass() } } }
      while pool.load.running + pool.load.waiting < places { await Task.yield() }
      while gate.running.withLock({ $0 }) < PasswordPool.threads { await Task.yield() }
      #expect(pool.load == (PasswordPool.threads, PasswordPool.queueLength))
      let refused = await problem { () async throws(Problem) in try await pool.hash("correct horse") }
      #expect(refused.status == 503)
      #expect(refused.headers.contains { $0.name == "Retry-After" && $0.value == "5" })
      gate.open(places)
      try await group.waitForAll()
    }
    #expect(gate.most.withLock { $0 } == PasswordPool.threads)
    while pool.load.running > 0 { await Task.yield() }
    // There is room again, also with no thread left.
    #expect(try await pool.hash("correct horse").hasPrefix("$argon2id$"))
  }

  @Test func thePoolSaysWhetherAPasswordFits() async throws {
    let pool = PasswordPool(parameters: PeopleFixture.cheap)
    let hash = try await pool.hash("correct horse")
    #expect(try await pool.accepts("correct horse", hash: hash))
    #expect(try await !pool.accepts("correct horsf", hash: hash))
    #expect(try await !pool.accepts("correct horse", hash: nil))
  }

  /// T6.
  ///
  /// On a busy machine time says little, but work that is skipped takes a thousandth. How equal the work is, in
  /// processor time, the tests of hashes measure.
  @Test func noAccountIsNoShortCut() async throws {
    let pool = PasswordPool()
    let hash = try await pool.hash("correct horse")
    var known = Duration.seconds(60)
    var unknown = Duration.seconds(60)
    for _ in 0..<5 {
      known = min(
        known, try await ContinuousClock().measure { _ = try await pool.accepts("wrong horse", hash: hash) })
      unknown = min(
        unknown, try await ContinuousClock().measure { _ = try await pool.accepts("wrong horse", hash: nil) })
    }
    #expect(unknown > known / 4, "\(unknown) and \(known)")
  }
}
