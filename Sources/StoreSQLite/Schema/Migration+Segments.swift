extension Migration {
  /// The tables of segments and of the states of their long lists.
  ///
  /// `list_chunk` says which bucket of a list had which content from which revision on until before which; the content
  /// itself, `list_bucket`, is written once and never again, so that making a state current moves no hashes.
  /// `list_upload` and `list_stage` hold what is not visible yet. Segments that were there before get their own fields.
  static let segments = Migration(
    version: 7, name: "segments",
    script: """
      CREATE TABLE segment (
        id TEXT PRIMARY KEY, project_id TEXT NOT NULL REFERENCES project (id), key TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('conditions', 'list', 'behaviour')),
        description TEXT NOT NULL DEFAULT '', tags TEXT NOT NULL DEFAULT '[]', version INTEGER NOT NULL DEFAULT 1,
        created_at INTEGER NOT NULL, archived_at INTEGER) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX segment_key ON segment (project_id, key) WHERE archived_at IS NULL;
      CREATE INDEX segment_key_history ON segment (project_id, key, created_at);

      CREATE TABLE segment_history (
        segment_id TEXT NOT NULL, version INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL,
        description TEXT NOT NULL, tags TEXT NOT NULL, archived_at INTEGER, at INTEGER NOT NULL,
        audit_chain TEXT NOT NULL, audit_seq INTEGER NOT NULL, PRIMARY KEY (segment_id, version)) STRICT;
      \(appendOnly("segment_history", key: ["segment_id", "version"], mayDelete: false))

      CREATE TABLE list (
        env_id TEXT NOT NULL REFERENCES environment (id), segment_id TEXT NOT NULL REFERENCES segment (id),
        revision INTEGER NOT NULL, digest BLOB NOT NULL CHECK (length(digest) = 32), n INTEGER NOT NULL,
        PRIMARY KEY (env_id, segment_id, revision)) STRICT, WITHOUT ROWID;
      CREATE INDEX list_digest ON list (env_id, digest, revision);

      CREATE TABLE list_bucket (
        digest BLOB PRIMARY KEY CHECK (length(digest) = 32), n INTEGER NOT NULL, hashes BLOB NOT NULL) STRICT;

      CREATE TABLE list_chunk (
        env_id TEXT NOT NULL, segment_id TEXT NOT NULL, bucket INTEGER NOT NULL, revision_from INTEGER NOT NULL,
        revision_to INTEGER, digest BLOB NOT NULL, PRIMARY KEY (env_id, segment_id, bucket, revision_from))
        STRICT, WITHOUT ROWID;
      CREATE INDEX list_chunk_digest ON list_chunk (digest);
      CREATE INDEX list_chunk_delta ON list_chunk (env_id, segment_id, revision_from);

      CREATE TABLE list_upload (id TEXT PRIMARY KEY, begun_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE list_stage (
        upload_id TEXT NOT NULL REFERENCES list_upload (id), bucket INTEGER NOT NULL, digest BLOB,
        PRIMARY KEY (upload_id, bucket)) STRICT, WITHOUT ROWID;
      CREATE INDEX list_stage_digest ON list_stage (digest);

      INSERT INTO segment (id, project_id, key, kind, created_at)
        SELECT 'g_' || lower(hex(randomblob(10))), e.project_id, i.id, 'conditions', min(i.updated_at)
        FROM item AS i JOIN environment AS e ON e.id = i.env_id WHERE i.kind = 'segment' GROUP BY e.project_id, i.id;
      INSERT INTO segment_history (segment_id, version, key, kind, description, tags, at, audit_chain, audit_seq)
        SELECT id, version, key, kind, description, tags, created_at, project_id, 0 FROM segment;
      """)
}
