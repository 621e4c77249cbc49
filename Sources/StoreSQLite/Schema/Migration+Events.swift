extension Migration {
  /// Every migration of `events.db`, in order; they are numbered apart from those of the configuration.
  package static let events = [flagUsage, recentContexts]

  /// What was counted for flags, and the tables that every database of ours has.
  ///
  /// Keys lead with the environment and the flag, by which they are read; the hours' index serves what is done by age. A use
  /// is kept apart from the counts, so that the last one is found without reading the hours of months.
  static let flagUsage = Migration(
    version: 1, name: "flag usage",
    script: """
      -- 'SRIE': tells our files from those of other programs, and from a store's configuration.
      PRAGMA application_id = 1397901637;

      CREATE TABLE schema_migration (
        version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL,
        phase TEXT NOT NULL CHECK (phase IN ('expand', 'backfill', 'contract')),
        state TEXT NOT NULL CHECK (state IN ('running', 'done')),
        cursor_pos TEXT, started_at INTEGER NOT NULL, finished_at INTEGER) STRICT;

      CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT NOT NULL) STRICT, WITHOUT ROWID;

      CREATE TABLE flag_usage (
        env_no INTEGER NOT NULL, flag_id TEXT NOT NULL, hour INTEGER NOT NULL, rule_id TEXT NOT NULL,
        variation TEXT NOT NULL, app_version TEXT NOT NULL, evaluated INTEGER NOT NULL, exposed INTEGER NOT NULL,
        PRIMARY KEY (env_no, flag_id, hour, rule_id, variation, app_version)) STRICT, WITHOUT ROWID;
      CREATE INDEX flag_usage_age ON flag_usage (hour);

      CREATE TABLE flag_usage_day (
        env_no INTEGER NOT NULL, flag_id TEXT NOT NULL, day INTEGER NOT NULL, rule_id TEXT NOT NULL,
        variation TEXT NOT NULL, app_version TEXT NOT NULL, evaluated INTEGER NOT NULL, exposed INTEGER NOT NULL,
        PRIMARY KEY (env_no, flag_id, day, rule_id, variation, app_version)) STRICT, WITHOUT ROWID;
      CREATE INDEX flag_usage_day_age ON flag_usage_day (day);

      CREATE TABLE flag_use (
        env_no INTEGER NOT NULL, flag_id TEXT NOT NULL, app_version TEXT NOT NULL, first_at INTEGER NOT NULL,
        last_at INTEGER NOT NULL, PRIMARY KEY (env_no, flag_id, app_version)) STRICT, WITHOUT ROWID;
      CREATE INDEX flag_use_age ON flag_use (last_at);
      """)
}
