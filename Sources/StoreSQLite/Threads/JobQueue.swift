/// Jobs for one thread: adding one never waits, and the thread sleeps while there are none.
final class JobQueue<Job: Sendable>: Sendable {
  private struct State {
    var jobs: [Job] = []
    var isClosed = false
  }

  private let state = Monitor(State())

  /// How many jobs wait.
  var count: Int { state.change { $0.jobs.count } }

  /// Adds a job; false when the queue is closed.
  func push(_ job: Job) -> Bool {
    state.change { state in
      if !state.isClosed { state.jobs.append(job) }
      return !state.isClosed
    }
  }

  /// Takes everything that is there, waiting for at least one job; nil once the queue is closed and empty.
  func takeAll() -> [Job]? {
    let jobs: [Job] = state.wait { state in
      guard !state.jobs.isEmpty || state.isClosed else { return nil }
      defer { state.jobs = [] }
      return state.jobs
    }
    return jobs.isEmpty ? nil : jobs
  }

  /// Refuses further jobs; those already there will still be taken.
  func close() {
    state.change { $0.isClosed = true }
  }
}
