extension Migration {
  /// When a flag was deleted is part of its history, and who had a key before is found without reading every flag.
  static let flagKeys = Migration(
    version: 12, name: "flag keys",
    script: """
      ALTER TABLE flag_history ADD COLUMN deleted_at INTEGER;
      CREATE INDEX flag_key_history ON flag (project_id, key, created_at);
      """)
}
