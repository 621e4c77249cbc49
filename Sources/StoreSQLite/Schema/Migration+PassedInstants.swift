extension Migration {
  /// Environments remember up to which instant the changes of answers by time are part of their revision, and which revisions
  /// are there for nothing else.
  static let passedInstants = Migration(
    version: 14, name: "passedInstants",
    script: """
      ALTER TABLE environment ADD COLUMN passed_at INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE environment_advance (
        env_id TEXT NOT NULL, revision INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (env_id, revision)) STRICT;
      """)
}
