extension Migration {
  /// The table of work that is planned for an instant.
  ///
  /// The row id is the order of planning, which decides between jobs of one instant.
  static let jobs = Migration(
    version: 8, name: "jobs",
    script: """
      CREATE TABLE job (
        no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
        dedupe_key TEXT NOT NULL UNIQUE, project_id TEXT NOT NULL REFERENCES project (id),
        env_id TEXT REFERENCES environment (id), flag_id TEXT, due_at INTEGER NOT NULL, wall_time TEXT, zone TEXT,
        actor_id TEXT NOT NULL, reason TEXT NOT NULL, payload TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'noChange', 'failed', 'cancelled')),
        attempts INTEGER NOT NULL DEFAULT 0, retry_at INTEGER, lease_until INTEGER, fence INTEGER NOT NULL DEFAULT 0,
        last_error TEXT, version INTEGER NOT NULL DEFAULT 1, created_at INTEGER NOT NULL, finished_at INTEGER) STRICT;
      CREATE INDEX job_due ON job (project_id, due_at, no) WHERE state IN ('waiting', 'running');
      CREATE INDEX job_project ON job (project_id, due_at, no);
      """)
}
