extension Migration {
  /// Environments say whether a sample of the contexts that evaluations bring is kept.
  static let keptContexts = Migration(
    version: 11, name: "keptContexts",
    script: """
      ALTER TABLE environment ADD COLUMN keeps_contexts INTEGER NOT NULL DEFAULT 1;
      """)
}
