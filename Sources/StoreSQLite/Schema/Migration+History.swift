extension Migration {
  /// Finds what was there at an instant without reading documents.
  static let history = Migration(
    version: 4, name: "history",
    script: """
      CREATE INDEX item_history_revision ON item_history (env_id, revision, at, kind, id, version);
      """)
}
