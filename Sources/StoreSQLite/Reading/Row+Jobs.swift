internal import Store

extension Row {
  static let jobColumns = """
    id, kind, dedupe_key, project_id, env_id, flag_id, due_at, wall_time, zone, actor_id, reason, payload, state, \
    attempts, retry_at, lease_until, fence, last_error, version, created_at, finished_at
    """

  func job() throws(StoreError) -> JobRecord {
    guard let state = JobState(rawValue: text(12)) else { throw damaged("job \(text(0)) is in an unknown state") }
    return JobRecord(
      id: text(0), kind: text(1), dedupeKey: text(2), projectID: text(3), environmentID: optionalText(4),
      flagID: optionalText(5), dueAt: integer(6), wallTime: optionalText(7), zone: optionalText(8), actor: text(9),
      reason: text(10), payload: text(11), state: state, attempts: integer(13), retryAt: optionalInteger(14),
      leaseUntil: optionalInteger(15), fence: integer(16), lastError: optionalText(17), version: integer(18),
      createdAt: integer(19), finishedAt: optionalInteger(20))
  }
}
