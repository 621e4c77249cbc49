/// Jobs for one thread: adding one never waits, and the thread sleeps while there are none.
final class JobQueue<Job: Sendable>: Sendable {
  private struct State {
    /// Those that go ahead of all others.
    var urgent: [Job] = []
    var jobs: [Job] = []
    var isClosed = false
  }

  private let state = Monitor(State())

  /// How many jobs wait.
  var count: Int { state.change { $0.urgent.count + $0.jobs.count } }

  /// Whether one waits that goes ahead.
  var hasUrgent: Bool { state.change { !$0.urgent.isEmpty } }

  /// Adds a job; false when the queue is closed.
  func push(_ job: Job, isUrgent: Bool = false) -> Bool {
    state.change { state in
      guard !state.isClosed else { return false }
      if isUrgent { state.urgent.append(job) } else { state.jobs.append(job) }
      return true
    }
  }

  /// Takes everything that is there, waiting for at least one job; nil once the queue is closed and empty.
  func takeAll() -> [Job]? {
    let jobs: [Job] = state.wait { state in
      guard !state.urgent.isEmpty || !state.jobs.isEmpty || state.isClosed else { return nil }
      defer {
        state.urgent = []
        state.jobs = []
      }
      return state.urgent + state.jobs
    }
    return jobs.isEmpty ? nil : jobs
  }

  /// Takes those that go ahead; it never waits.
  func takeUrgent() -> [Job] {
    state.change { state in
      defer { state.urgent = [] }
      return state.urgent
    }
  }

  /// Refuses further jobs; those already there will still be taken.
  func close() {
    state.change { $0.isClosed = true }
  }
}
