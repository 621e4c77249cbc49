internal import Store

extension ChangeApplication {
  /// Plans, moves, takes back or finishes a job.
  func apply(_ write: JobWrite, to log: inout EditLog) throws(StoreError) {
    let current = try connection.row("SELECT \(Row.jobColumns) FROM job WHERE id = ?", write.id) {
      row throws(StoreError) in try row.job()
    }
    let next = try write.outcome(on: current, at: at)
    if current == nil {
      try insert(next)
    } else {
      try connection.run(
        """
        UPDATE job SET due_at = ?, wall_time = ?, zone = ?, state = ?, retry_at = ?, lease_until = ?, last_error = ?,
          version = ?, finished_at = ? WHERE id = ?
        """, next.dueAt, next.wallTime, next.zone, next.state.rawValue, next.retryAt, next.leaseUntil, next.lastError,
        next.version, next.finishedAt, next.id)
    }
    log.before.job = current
    log.after.job = next
  }

  private func insert(_ job: JobRecord) throws(StoreError) {
    guard try exists("SELECT 1 FROM project WHERE id = ?", job.projectID) else {
      throw .notFound(object: "project:\(job.projectID)")
    }
    if try exists("SELECT 1 FROM job WHERE dedupe_key = ?", job.dedupeKey) {
      throw .duplicate(object: "job:\(job.dedupeKey)")
    }
    try connection.run(
      """
      INSERT INTO job (\(Row.jobColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, job.id, job.kind, job.dedupeKey, job.projectID, job.environmentID, job.flagID, job.dueAt, job.wallTime,
      job.zone, job.actor, job.reason, job.payload, job.state.rawValue, job.attempts, job.retryAt, job.leaseUntil,
      job.fence, job.lastError, job.version, job.createdAt, job.finishedAt)
  }
}
