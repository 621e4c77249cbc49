extension Migration {
  /// The tables of changes that others have to approve.
  static let changeRequests = Migration(
    version: 9, name: "change requests",
    script: """
      CREATE TABLE change_request (
        no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        env_id TEXT NOT NULL REFERENCES environment (id), author_id TEXT NOT NULL, title TEXT NOT NULL,
        description TEXT NOT NULL, patch TEXT NOT NULL, base_versions TEXT NOT NULL,
        content_hash BLOB NOT NULL CHECK (length(content_hash) = 32),
        state TEXT NOT NULL CHECK (state IN ('draft', 'open', 'approved', 'applied', 'rejected', 'stale')),
        job_id TEXT REFERENCES job (id), version INTEGER NOT NULL DEFAULT 1, created_at INTEGER NOT NULL,
        applied_at INTEGER, applied_revision INTEGER) STRICT;
      CREATE INDEX change_request_environment ON change_request (env_id, no);

      CREATE TABLE change_approval (
        no INTEGER PRIMARY KEY AUTOINCREMENT, request_id TEXT NOT NULL REFERENCES change_request (id),
        account_id TEXT NOT NULL, content_hash BLOB NOT NULL,
        verdict TEXT NOT NULL CHECK (verdict IN ('approve', 'reject')), at INTEGER NOT NULL,
        UNIQUE (request_id, account_id, content_hash)) STRICT;

      CREATE TABLE comment (
        no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        request_id TEXT NOT NULL REFERENCES change_request (id), actor_id TEXT NOT NULL, text TEXT NOT NULL,
        at INTEGER NOT NULL) STRICT;
      CREATE INDEX comment_request ON comment (request_id, no);
      """)
}
