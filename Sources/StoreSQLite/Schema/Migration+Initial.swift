extension Migration {
  /// The tables of projects, environments, flags, items, tokens and the audit log.
  ///
  /// Some columns wait for functions to come (protection, accounts, scopes), so that those add tables and rebuild none.
  /// Tables of large rows have a row id: rows are then added at the end, more of a row fits into its page, and a change
  /// that keeps a document leaves the document's pages alone. The others are stored in the order of their keys.
  static let initial = Migration(
    version: 1, name: "initial",
    script: """
      -- 'SRIN': tells our files from those of other programs.
      PRAGMA application_id = 1397901646;

      CREATE TABLE schema_migration (
        version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL,
        phase TEXT NOT NULL CHECK (phase IN ('expand', 'backfill', 'contract')),
        state TEXT NOT NULL CHECK (state IN ('running', 'done')),
        cursor_pos TEXT, started_at INTEGER NOT NULL, finished_at INTEGER) STRICT;

      CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT NOT NULL) STRICT, WITHOUT ROWID;

      CREATE TABLE project (
        id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
        created_at INTEGER NOT NULL, archived_at INTEGER) STRICT, WITHOUT ROWID;

      CREATE TABLE environment (
        id TEXT PRIMARY KEY, no INTEGER NOT NULL UNIQUE, project_id TEXT NOT NULL REFERENCES project (id),
        key TEXT NOT NULL, is_protected INTEGER NOT NULL DEFAULT 0, approvals_needed INTEGER NOT NULL DEFAULT 0,
        position INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0,
        digest BLOB NOT NULL CHECK (length(digest) = 16),
        created_at INTEGER NOT NULL, archived_at INTEGER, UNIQUE (project_id, key)) STRICT, WITHOUT ROWID;

      CREATE TABLE flag (
        id TEXT PRIMARY KEY, project_id TEXT NOT NULL REFERENCES project (id), key TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('release', 'experiment', 'killSwitch', 'ops', 'permission')),
        owner TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', tags TEXT NOT NULL DEFAULT '[]', expires_on TEXT,
        property_types TEXT NOT NULL DEFAULT '{}', version INTEGER NOT NULL DEFAULT 1,
        created_at INTEGER NOT NULL, archived_at INTEGER, deleted_at INTEGER) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX flag_key ON flag (project_id, key) WHERE deleted_at IS NULL;

      CREATE TABLE flag_history (
        flag_id TEXT NOT NULL, version INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, owner TEXT NOT NULL,
        description TEXT NOT NULL, tags TEXT NOT NULL, expires_on TEXT, property_types TEXT NOT NULL,
        archived_at INTEGER, at INTEGER NOT NULL, audit_chain TEXT NOT NULL, audit_seq INTEGER NOT NULL,
        PRIMARY KEY (flag_id, version)) STRICT;

      CREATE TABLE item (
        env_id TEXT NOT NULL REFERENCES environment (id),
        kind TEXT NOT NULL CHECK (kind IN ('flag', 'segment', 'list', 'token')), id TEXT NOT NULL,
        version INTEGER NOT NULL, revision INTEGER NOT NULL, schema_no INTEGER NOT NULL,
        killed INTEGER NOT NULL DEFAULT 0, gone INTEGER NOT NULL DEFAULT 0, document TEXT NOT NULL,
        digest BLOB NOT NULL CHECK (length(digest) = 16), updated_at INTEGER NOT NULL,
        PRIMARY KEY (env_id, kind, id)) STRICT;
      CREATE INDEX item_delta ON item (env_id, revision);

      CREATE TABLE item_history (
        env_id TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
        revision INTEGER NOT NULL, schema_no INTEGER NOT NULL, killed INTEGER NOT NULL, gone INTEGER NOT NULL,
        document TEXT NOT NULL, digest BLOB NOT NULL, at INTEGER NOT NULL,
        audit_chain TEXT NOT NULL, audit_seq INTEGER NOT NULL,
        PRIMARY KEY (env_id, kind, id, version)) STRICT;

      CREATE TABLE token (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('client', 'server', 'admin')),
        project_id TEXT REFERENCES project (id), env_id TEXT REFERENCES environment (id), account_id TEXT,
        name TEXT NOT NULL, secret_hash BLOB NOT NULL UNIQUE, public_value TEXT,
        scopes TEXT NOT NULL DEFAULT '[]', flag_filter TEXT, origins TEXT NOT NULL DEFAULT '[]',
        created_at INTEGER NOT NULL, expires_at INTEGER, last_used_day INTEGER, revoked_at INTEGER,
        CHECK (kind = 'admin' OR env_id IS NOT NULL),
        CHECK (public_value IS NULL OR kind = 'client')) STRICT, WITHOUT ROWID;

      CREATE TABLE audit_head (
        chain TEXT PRIMARY KEY, seq INTEGER NOT NULL, hash BLOB NOT NULL) STRICT, WITHOUT ROWID;

      CREATE TABLE audit (
        chain TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL, via TEXT NOT NULL,
        action TEXT NOT NULL, env_id TEXT, object TEXT NOT NULL, reason TEXT NOT NULL, request_id TEXT NOT NULL,
        revision INTEGER, payload_hash BLOB NOT NULL, prev_hash BLOB NOT NULL, hash BLOB NOT NULL,
        PRIMARY KEY (chain, seq)) STRICT;
      CREATE INDEX audit_object ON audit (object, chain, seq);

      CREATE TABLE audit_payload (
        chain TEXT NOT NULL, seq INTEGER NOT NULL, before_doc TEXT, after_doc TEXT, salt BLOB NOT NULL,
        PRIMARY KEY (chain, seq)) STRICT;

      \(appendOnly("audit", key: ["chain", "seq"], mayDelete: false))
      \(appendOnly("audit_payload", key: ["chain", "seq"], mayDelete: true))
      \(appendOnly("item_history", key: ["env_id", "kind", "id", "version"], mayDelete: false))
      \(appendOnly("flag_history", key: ["flag_id", "version"], mayDelete: false))
      """)

  /// Triggers that refuse to change rows of a table once they are written.
  ///
  /// The trigger on insertion is there because `INSERT OR REPLACE` removes the old row without a delete trigger.
  static func appendOnly(_ table: String, key: [String], mayDelete: Bool) -> String {
    let match = key.map { "\($0) = NEW.\($0)" }.joined(separator: " AND ")
    let deletion =
      mayDelete
      ? ""
      : """
      CREATE TRIGGER \(table)_no_delete BEFORE DELETE ON \(table)
        BEGIN SELECT RAISE(ABORT, 'rows of \(table) are never deleted'); END;
      """
    return """
      CREATE TRIGGER \(table)_no_update BEFORE UPDATE ON \(table)
        BEGIN SELECT RAISE(ABORT, 'rows of \(table) are never changed'); END;
      CREATE TRIGGER \(table)_no_replace BEFORE INSERT ON \(table)
        WHEN EXISTS (SELECT 1 FROM \(table) WHERE \(match))
        BEGIN SELECT RAISE(ABORT, 'rows of \(table) are never replaced'); END;
      \(deletion)
      """
  }
}
