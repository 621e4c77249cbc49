internal import Store

/// Opens a database for writing, step by step, and closes it again in the opposite order.
struct DatabaseOpening: Sendable {
  /// The file.
  let path: String
  /// The name of a registered file layer, or nil for the system's.
  let fileLayer: String?
  /// Its schema.
  let migrations: [Migration]
  /// The size of pages of a new database, in bytes.
  let pageSize: Int
  /// From how many frames on the log is copied into the database.
  let checkpointFrames: Int
  let clock: @Sendable () -> Int64
  /// Looks whether the file may be written at all, and writes nothing.
  var check: @Sendable (Connection) throws(StoreError) -> Void = { _ in }
  /// Writes what is missing once the schema is there, and clears away what an earlier process left half done.
  var complete: @Sendable (Connection) throws(StoreError) -> Void = { _ in }

  /// Calls `body` with a writer for as long as the database is open.
  ///
  /// - Parameters:
  ///   - queue: Where writes wait for it.
  ///   - body: What to do with the writer. It is called once, unless opening fails.
  func withWriter(of queue: JobQueue<WriteJob>, _ body: (inout GroupWriter) -> Void) throws(StoreError) {
    // SQLite gives its log and index the rights of this file.
    _ = try OpenFile(path: path)
    let connection = try Connection(path: path, vfs: fileLayer)
    let migrator = Migrator(connection: connection, migrations: migrations, clock: clock)
    do throws(StoreError) {
      try migrator.check()
      try check(connection)
    } catch {
      connection.leaveLogOnClose()
      throw error
    }
    try connection.prepareForWriting(pageSize: pageSize)
    try migrator.run()
    try complete(connection)
    var writer = GroupWriter(connection: connection, checkpointFrames: checkpointFrames, queue: queue)
    body(&writer)
  }
}

extension DatabaseOpening {
  /// How the configuration of a folder is opened.
  static func configuration(
    _ folder: StoreFolder, auditKey: HMACSHA256, clock: @escaping @Sendable () -> Int64, options: SQLiteOptions
  ) -> DatabaseOpening {
    DatabaseOpening(
      path: folder.database, fileLayer: options.fileLayer, migrations: options.migrations, pageSize: options.pageSize,
      checkpointFrames: options.checkpointFrames, clock: clock,
      check: { connection throws(StoreError) in
        try StoreIdentity(connection: connection, auditKey: auditKey).check()
      },
      complete: { connection throws(StoreError) in
        try StoreIdentity(connection: connection, auditKey: auditKey).complete()
        try ListStaging(connection: connection).sweep()
        try CodeScanSweep(connection: connection).takeLeftovers()
        try SQLiteStore.endLeases(connection)
      })
  }

  /// How the events of a folder are opened.
  static func events(
    _ folder: StoreFolder, clock: @escaping @Sendable () -> Int64, options: SQLiteOptions
  ) -> DatabaseOpening {
    DatabaseOpening(
      path: folder.events, fileLayer: options.fileLayer, migrations: options.eventMigrations,
      pageSize: options.eventPageSize, checkpointFrames: options.checkpointFrames, clock: clock,
      complete: { connection throws(StoreError) in
        try EventsIdentity(connection: connection, clock: clock).complete()
      })
  }
}
