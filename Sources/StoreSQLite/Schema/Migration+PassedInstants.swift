extension Migration {
  /// Environments remember up to which instant the changes of answers by time have got revisions of their own.
  static let passedInstants = Migration(
    version: 14, name: "passedInstants",
    script: """
      ALTER TABLE environment ADD COLUMN passed_at INTEGER NOT NULL DEFAULT 0;
      """)
}
