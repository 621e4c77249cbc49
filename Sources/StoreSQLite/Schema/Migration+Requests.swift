extension Migration {
  /// The tables of what belongs to requests and not to the configuration: keys of requests that may be repeated, and
  /// edits that are not saved yet.
  ///
  /// A claimed key has the last row that the audit log had: whether its request was carried out is looked for behind that,
  /// so that the log needs no index that every change would have to write.
  static let requests = Migration(
    version: 10, name: "requests",
    script: """
      CREATE TABLE idempotency_key (
        key_hash BLOB PRIMARY KEY, owner TEXT NOT NULL, fingerprint BLOB NOT NULL, request_id TEXT NOT NULL,
        audit_row INTEGER NOT NULL, is_settled INTEGER NOT NULL DEFAULT 0, answer BLOB,
        lease_until INTEGER NOT NULL, created_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX idempotency_key_owner ON idempotency_key (owner, created_at);
      CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

      CREATE TABLE draft (
        owner TEXT NOT NULL, project_id TEXT NOT NULL, env_id TEXT NOT NULL, object TEXT NOT NULL, base TEXT,
        document TEXT NOT NULL, updated_at INTEGER NOT NULL, PRIMARY KEY (owner, env_id, object)) STRICT;
      CREATE INDEX draft_project ON draft (owner, project_id);
      CREATE INDEX draft_age ON draft (updated_at);
      """)
}
