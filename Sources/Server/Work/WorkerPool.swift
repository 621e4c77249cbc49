import SerinLock
import Threads

/// Threads for work that computes for long, so many at once and with so many who wait.
///
/// That bounds the memory which such work takes, and keeps it off the threads that answer everybody else. Threads start
/// when there is work and end when there is none.
final class WorkerPool: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct State {
    var running = 0
    var waiting: [Job] = []
  }

  private let state = Lock(State())
  private let threads: Int
  private let queueLength: Int
  private let busy: Problem

  /// Creates a pool.
  /// - Parameters:
  ///   - threads: How many jobs run at the same time.
  ///   - queueLength: How many wait at most.
  ///   - busy: What the next one is told.
  init(threads: Int, queueLength: Int, busy: Problem) {
    self.threads = threads
    self.queueLength = queueLength
    self.busy = busy
  }

  /// How many jobs run and wait now.
  var load: (running: Int, waiting: Int) { state.withLock { ($0.running, $0.waiting.count) } }

  /// Runs `work` on a thread of the pool and gives what it gives.
  /// - Throws: what the pool was told to say when too many wait already, or when the system gives no thread.
  func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(Problem) -> Value {
    let result: Result<Value, Problem> = await withCheckedContinuation { continuation in
      let job: Job = { continuation.resume(returning: .success(work())) }
      switch admit(job) {
      case .queued: break
      case .full: continuation.resume(returning: .failure(busy))
      case .needsThread:
        do throws(ThreadError) { try DedicatedThread.start { self.work(from: job) } } catch {
          state.withLock { $0.running -= 1 }
          continuation.resume(returning: .failure(busy))
        }
      }
    }
    return try result.get()
  }

  private enum Admission { case needsThread, queued, full }

  private func admit(_ job: @escaping Job) -> Admission {
    state.withLock { state in
      if state.running < threads {
        state.running += 1
        return .needsThread
      }
      guard state.waiting.count < queueLength else { return .full }
      state.waiting.append(job)
      return .queued
    }
  }

  /// Does a job and then those that wait.
  private func work(from first: @escaping Job) {
    var job: Job? = first
    while let current = job {
      current()
      job = state.withLock { state in
        guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
        state.running -= 1
        return nil
      }
    }
  }
}
