public import Store

extension SQLiteStore {
  /// The jobs that are first in the line of their project, and the instant at which each can be taken.
  private static let heads = """
    FROM (SELECT *, CASE state WHEN 'running' THEN lease_until ELSE max(due_at, coalesce(retry_at, due_at)) END AS ready
      FROM job WHERE state IN ('waiting', 'running')) AS j
    WHERE NOT EXISTS (SELECT 1 FROM job AS e WHERE e.project_id = j.project_id
      AND e.state IN ('waiting', 'running') AND (e.due_at, e.no) < (j.due_at, j.no))
    """

  /// The jobs of one project by due instant; a negative limit gives none.
  public func jobs(
    projectID: String, flagID: String?, includesFinished: Bool, limit: Int
  ) async throws(StoreError) -> [JobRecord] {
    let atMost = Int64(max(0, limit))
    return try await read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.jobColumns) FROM job WHERE project_id = ?1 AND (?2 IS NULL OR flag_id = ?2)
          AND (?3 OR state IN ('waiting', 'running')) ORDER BY due_at DESC, no DESC LIMIT ?4
        """, projectID, flagID, includesFinished, atMost
      ) { row throws(StoreError) in try row.job() }.reversed()
    }
  }

  /// Some jobs of one project in an order.
  public func jobPage(
    projectID: String, filter: JobFilter, window: ListWindow
  ) async throws(StoreError) -> ListPage<JobRecord> {
    try await read { connection throws(StoreError) in
      try connection.page(
        of: "job", index: filter.isOpen && filter.flagID == nil && filter.actor == nil ? "job_due" : nil,
        columns: Row.jobColumns, where: Self.conditions(projectID, filter, window),
        order: filter.order == .due ? ["due_at", "no"] : ["no"], window: window, bytes: \.textBytes
      ) { row throws(StoreError) in try row.job() }
    }
  }

  private static func conditions(_ projectID: String, _ filter: JobFilter, _ window: ListWindow) -> Conditions {
    var conditions = Conditions()
    conditions.add("project_id", equals: projectID)
    if filter.isOpen {
      // The words of the index over those that are not over; without statistics SQLite would take another one.
      conditions.add("state IN ('waiting', 'running')")
    } else if filter.states != Set(JobState.allCases) {
      conditions.add("state", in: filter.states.map(\.rawValue))
    }
    conditions.add("flag_id", equals: filter.flagID)
    conditions.add("env_id", equals: filter.environmentID)
    conditions.add("actor_id", equals: filter.actor)
    if let instant = filter.dueFrom { conditions.add("due_at >= ?", instant) }
    if let instant = filter.dueBefore { conditions.add("due_at < ?", instant) }
    if let place = window.after {
      let sign = window.isDescending ? "<" : ">"
      switch filter.order {
      case .due: conditions.add("(due_at, no) \(sign) (?, (SELECT no FROM job WHERE id = ?))", place.value, place.id)
      case .planned: conditions.add("no \(sign) (SELECT no FROM job WHERE id = ?)", place.id)
      }
    }
    return conditions
  }

  /// One job, or nil.
  public func job(id: String) async throws(StoreError) -> JobRecord? {
    try await readShort { connection throws(StoreError) in try Self.job(id, connection) }
  }

  /// The instant at which the next job can be taken; nil when none is left.
  public func nextJobInstant() async throws(StoreError) -> Int64? {
    try await readShort { connection throws(StoreError) in
      let found = try connection.row("SELECT min(ready) \(Self.heads)") { $0.optionalInteger(0) }
      return found ?? nil
    }
  }

  /// Takes the job that is due first, if one is due.
  public func claimJob(lease: Int64) async throws(StoreError) -> JobRecord? {
    let clock = clock
    // Asked of the reader first, so that looking every now and then does not keep changes waiting.
    guard let ready = try await nextJobInstant(), ready <= clock() else { return nil }
    return try await useWriter { connection throws(StoreError) in
      var claimed: JobRecord?
      try connection.transaction { () throws(StoreError) in
        let now = clock()
        let id = try connection.row(
          "SELECT id \(Self.heads) AND ready <= ? ORDER BY due_at, no LIMIT 1", now
        ) { $0.text(0) }
        guard let id else { return }
        try connection.run(
          """
          UPDATE job SET state = 'running', fence = fence + 1, attempts = attempts + 1, retry_at = NULL, lease_until = ?
          WHERE id = ?
          """, now + lease, id)
        claimed = try Self.job(id, connection)
      }
      return claimed
    }
  }

  /// Gives a job back that could not be done now.
  public func releaseJob(id: String, fence: Int64, delay: Int64, error: String) async throws(StoreError) -> Bool {
    let clock = clock
    return try await useWriter { connection throws(StoreError) in
      var isHeld = false
      try connection.transaction { () throws(StoreError) in
        guard let job = try Self.job(id, connection), job.state == .running, job.fence == fence else { return }
        isHeld = true
        try connection.run(
          "UPDATE job SET state = 'waiting', lease_until = NULL, retry_at = ?, last_error = ? WHERE id = ?",
          clock() + delay, error, id)
      }
      return isHeld
    }
  }

  private static func job(_ id: String, _ connection: Connection) throws(StoreError) -> JobRecord? {
    try connection.row("SELECT \(Row.jobColumns) FROM job WHERE id = ?", id) {
      row throws(StoreError) in try row.job()
    }
  }
}

extension JobFilter {
  /// Whether exactly those are asked for that are not over.
  fileprivate var isOpen: Bool { states == [.waiting, .running] }
}
