/// What tests and tools change about a store.
package struct SQLiteOptions: Sendable {
  /// The name of a registered SQLite file layer, or nil for the system's.
  package var fileLayer: String?
  /// The schema.
  package var migrations = Migration.all
  /// The size of pages of a new database, in bytes.
  package var pageSize = 1_024
  /// After a commit that leaves this many frames or more in the log, they are copied into the database.
  package var checkpointFrames = 4_000

  /// Creates the options of an ordinary store.
  package init() {}
}
