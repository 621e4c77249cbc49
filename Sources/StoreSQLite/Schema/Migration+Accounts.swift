extension Migration {
  /// The tables of people: accounts, what they are in projects, links that invite them, and who is signed in.
  ///
  /// A role may be missing where somebody only releases. Sessions stand in the order of their hashes, which is no order at
  /// all; the index finds those of an account.
  static let accounts = Migration(
    version: 6, name: "accounts",
    script: """
      CREATE TABLE account (
        id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL, password_hash TEXT NOT NULL,
        is_root INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 1,
        auth_version INTEGER NOT NULL DEFAULT 1, created_at INTEGER NOT NULL, disabled_at INTEGER)
        STRICT, WITHOUT ROWID;

      CREATE TABLE membership (
        account_id TEXT NOT NULL REFERENCES account (id), project_id TEXT NOT NULL REFERENCES project (id),
        role TEXT CHECK (role IN ('viewer', 'editor', 'admin')), releases TEXT NOT NULL DEFAULT '[]',
        PRIMARY KEY (account_id, project_id)) STRICT, WITHOUT ROWID;
      CREATE INDEX membership_project ON membership (project_id);

      CREATE TABLE invitation (
        id TEXT PRIMARY KEY, purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'account')),
        secret_hash BLOB NOT NULL UNIQUE, email TEXT, is_root INTEGER NOT NULL DEFAULT 0,
        project_id TEXT REFERENCES project (id), role TEXT CHECK (role IN ('viewer', 'editor', 'admin')),
        releases TEXT NOT NULL DEFAULT '[]', created_by TEXT NOT NULL, created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL, accepted_at INTEGER, revoked_at INTEGER) STRICT, WITHOUT ROWID;

      CREATE TABLE session (
        id_hash BLOB PRIMARY KEY, account_id TEXT NOT NULL REFERENCES account (id), auth_version INTEGER NOT NULL,
        created_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX session_account ON session (account_id);

      ALTER TABLE token ADD COLUMN environments TEXT NOT NULL DEFAULT '[]';
      """)
}
