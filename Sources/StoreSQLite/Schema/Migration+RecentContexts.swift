extension Migration {
  /// A sample of the contexts that evaluations bring, one for each unit of an environment, by a keyed hash of the unit.
  static let recentContexts = Migration(
    version: 2, name: "recent contexts",
    script: """
      CREATE TABLE recent_context (
        env_no INTEGER NOT NULL, unit BLOB NOT NULL, has_unit INTEGER NOT NULL, context TEXT NOT NULL,
        seen_at INTEGER NOT NULL, PRIMARY KEY (env_no, unit)) STRICT, WITHOUT ROWID;
      CREATE INDEX recent_context_age ON recent_context (seen_at);
      """)
}
