/// What tests and tools change about a store.
package struct SQLiteOptions: Sendable {
  /// The name of a registered SQLite file layer, or nil for the system's.
  package var fileLayer: String?
  /// The schema of the configuration.
  package var migrations = Migration.all
  /// The schema of the events.
  package var eventMigrations = Migration.events
  /// The size of pages of a new database of configuration, in bytes.
  package var pageSize = 1_024
  /// The size of pages of a new database of events, in bytes: its writes are many rows that lie beside one another.
  package var eventPageSize = 4_096
  /// After a commit that leaves this many frames or more in the log, they are copied into the database.
  package var checkpointFrames = 4_000

  /// Creates the options of an ordinary store.
  package init() {}
}
