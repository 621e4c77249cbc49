internal import Store

/// Opens the database of a folder for writing, step by step, and closes it again in the opposite order.
struct DatabaseOpening: Sendable {
  let folder: StoreFolder
  let auditKey: HMACSHA256
  let clock: @Sendable () -> Int64
  let options: SQLiteOptions
  /// Where changes wait for the writer.
  let queue: JobQueue<WriteJob>

  /// Calls `body` with a writer for as long as the folder is locked.
  ///
  /// - Parameter body: What to do with the writer. It is called once, unless opening fails.
  func withWriter(_ body: (inout GroupWriter) -> Void) throws(StoreError) {
    try OpenFile.makeFolder(folder.path)
    let lock = try FolderLock(folder: folder)
    // The connection is gone when `use` returns, so nobody finds the lock free and the database still open.
    try use(body)
    lock.release()
  }

  private func use(_ body: (inout GroupWriter) -> Void) throws(StoreError) {
    // SQLite gives its log and index the rights of this file.
    _ = try OpenFile(path: folder.database)
    let connection = try Connection(path: folder.database, vfs: options.fileLayer)
    let migrator = Migrator(connection: connection, migrations: options.migrations, clock: clock)
    let identity = StoreIdentity(connection: connection, auditKey: auditKey)
    do throws(StoreError) {
      try migrator.check()
      try identity.check()
    } catch {
      connection.leaveLogOnClose()
      throw error
    }
    try connection.prepareForWriting(pageSize: options.pageSize)
    try migrator.run()
    try identity.complete()
    try ListStaging(connection: connection).sweep()
    try CodeScanSweep(connection: connection).takeLeftovers()
    var writer = GroupWriter(
      connection: connection, auditKey: auditKey, clock: clock, checkpointFrames: options.checkpointFrames,
      queue: queue)
    body(&writer)
  }
}
