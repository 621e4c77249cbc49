extension Migration {
  /// What people write about projects and environments gets a version, and environments get a name.
  static let environments = Migration(
    version: 3, name: "environments",
    script: """
      ALTER TABLE project ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE environment ADD COLUMN name TEXT NOT NULL DEFAULT '';
      ALTER TABLE environment ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
      UPDATE environment SET name = key;
      """)
}
