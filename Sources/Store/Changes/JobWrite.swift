/// A job to plan, to move, to take back or to finish.
public enum JobWrite: Sendable, Hashable {
  /// Plans a job. The store sets its creation time and version; it waits, whatever its state says.
  case create(JobRecord)
  /// Moves a job that waits to another instant.
  ///
  /// - Parameters:
  ///   - dueAt: The instant, in milliseconds since 1970 UTC.
  ///   - expects: The version it was at.
  case move(id: String, dueAt: Int64, wallTime: String?, zone: String?, expects: Expectation)
  /// Takes a job back that waits.
  case cancel(id: String, expects: Expectation)
  /// Says what came of a job that is held under a fence, in the transaction of what it does.
  case finish(id: String, fence: Int64, state: JobState, error: String?)

  /// The job's id.
  public var id: String {
    switch self {
    case .create(let job): job.id
    case .move(let id, _, _, _, _), .cancel(let id, _), .finish(let id, _, _, _): id
    }
  }
}

extension JobWrite {
  /// The job, as errors name it.
  package var object: String { "schedule:\(id)" }

  /// The texts by the names that errors have for them.
  package var texts: [(name: String, text: String?)] {
    switch self {
    case .create(let job):
      [
        ("id", job.id), ("kind", job.kind), ("dedupeKey", job.dedupeKey), ("wallTime", job.wallTime),
        ("zone", job.zone), ("actor", job.actor), ("reason", job.reason), ("payload", job.payload),
      ]
    case .move(let id, _, let wallTime, let zone, _): [("id", id), ("wallTime", wallTime), ("zone", zone)]
    case .cancel(let id, _): [("id", id)]
    case .finish(let id, _, _, let error): [("id", id), ("error", error)]
    }
  }

  /// The job after the write.
  ///
  /// - Parameters:
  ///   - current: The row as it is, or nil when there is none.
  ///   - at: The instant of the change, in milliseconds since 1970 UTC.
  /// - Throws: ``StoreError/conflict(_:)`` when the expectation is not met, when a job that shall be moved or cancelled
  ///   does not wait any more, and when a job that is finished is not held under the fence.
  package func outcome(on current: JobRecord?, at: Int64) throws(StoreError) -> JobRecord {
    if case .create(let job) = self {
      try Expectation.absent.check(object: object, found: current?.version)
      var created = job
      created.state = .waiting
      created.version = 1
      created.createdAt = at
      return created
    }
    guard var job = current else { throw .notFound(object: object) }
    switch self {
    case .create: break
    case .move(_, let dueAt, let wallTime, let zone, let expects):
      try check(job, expects)
      job.dueAt = dueAt
      job.wallTime = wallTime
      job.zone = zone
      job.retryAt = nil
    case .cancel(_, let expects):
      try check(job, expects)
      job.state = .cancelled
      job.finishedAt = at
    case .finish(_, let fence, let state, let error):
      guard job.state == .running, job.fence == fence else {
        throw .conflict(StoreConflict(object: object, expected: fence, found: job.fence))
      }
      job.state = state
      job.lastError = error
      job.leaseUntil = nil
      job.finishedAt = at
    }
    job.version += 1
    return job
  }

  private func check(_ job: JobRecord, _ expects: Expectation) throws(StoreError) {
    try expects.check(object: object, found: job.version)
    guard job.state == .waiting else {
      throw .conflict(StoreConflict(object: object, expected: nil, found: job.version))
    }
  }
}
