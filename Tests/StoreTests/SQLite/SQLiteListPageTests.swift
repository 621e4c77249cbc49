import Store
import StoreSQLite
import Testing

/// Lists are read through the indexes that the schema has for them.
@Suite struct SQLiteListPageTests {
  let place: SQLitePlace

  init() throws { place = SQLitePlace(folder: try TemporaryFolder()) }

  @Test func noListOfRequestsOrJobsReadsATableFromEndToEnd() async throws {
    let store = try await place.open(clock: TestClock(), options: SQLiteOptions())
    await store.close()
    let raw = try place.raw()
    let table: [(condition: String, order: String, index: String)] = [
      (
        "change_request INDEXED BY change_request_open WHERE env_id = 'e' AND state IN ('approved', 'open', 'stale')",
        "no", "change_request_open"
      ),
      ("change_request WHERE env_id = 'e' AND state IN ('applied')", "no", "change_request_state"),
      (
        "change_request WHERE env_id = 'e' AND state IN ('approved', 'open', 'stale') AND author_id = 'a'", "no",
        "change_request_author"
      ),
      ("job INDEXED BY job_due WHERE project_id = 'p' AND state IN ('waiting', 'running')", "due_at, no", "job_due"),
      ("job WHERE project_id = 'p'", "due_at, no", "job_project"),
      ("job WHERE project_id = 'p'", "no", "job_planned"),
      ("job WHERE project_id = 'p' AND state IN ('failed')", "due_at, no", "job_state"),
      (
        "job WHERE project_id = 'p' AND state IN ('waiting', 'running') AND flag_id = 'f'", "due_at, no", "job_flag"
      ),
      ("job WHERE project_id = 'p' AND actor_id = 'a'", "due_at, no", "job_actor"),
    ]
    for (condition, order, index) in table {
      let plan = try raw.texts(
        "EXPLAIN QUERY PLAN SELECT no FROM \(condition) ORDER BY \(order) LIMIT 9", column: 3)
      #expect(plan.contains { $0.contains("INDEX \(index) ") }, "\(condition): \(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(condition): \(plan)")
    }
  }
}
