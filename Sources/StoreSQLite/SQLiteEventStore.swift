public import Store

/// The events of a store in a folder: the file `events.db`, written by SQLite.
///
/// It belongs to a ``SQLiteStore``, which opens and closes it and has the folder locked for both. Its threads are its own,
/// so that a change of configuration never queues behind what is written here.
public final class SQLiteEventStore: EventStore {
  /// Milliseconds since 1970 UTC.
  let clock: @Sendable () -> Int64
  let threads = DatabaseThreads()

  init(clock: @escaping @Sendable () -> Int64) {
    self.clock = clock
  }

  /// Opens the file and brings it to this program's schema; creates it when it is not there.
  ///
  /// The folder must be locked.
  func open(_ folder: StoreFolder, options: SQLiteOptions) async throws(StoreError) {
    try await threads.open(.events(folder, clock: clock, options: options))
  }

  /// The value of a SQLite setting on the connection that writes, for checks of an installation.
  package func writerSetting(_ name: String) async throws(StoreError) -> String {
    try await threads.useWriter { connection throws(StoreError) in try connection.setting(name) }
  }
}
