public import Store

/// A store in one folder of this machine: the files `config.db` and `events.db`, written by SQLite.
///
/// Each has a thread that writes and a thread that reads, so none waits for another, a kill least of all for what is
/// counted, and no task's thread waits for the disk. Changes that come while the disk is busy are written together,
/// kills ahead of all others; what a kill reads has a reader of its own, past exports and histories. The folder belongs to
/// one process at a time.
public final class SQLiteStore: ConfigurationStore {
  /// The folder, as it was given.
  public let folder: String
  /// What is remembered of what happens; it is open for as long as the store is.
  public let events: SQLiteEventStore

  let auditKey: HMACSHA256
  /// Milliseconds since 1970 UTC.
  let clock: @Sendable () -> Int64
  private let threads = DatabaseThreads(hasShortReader: true)

  /// Opens the store in a folder and brings it to this program's schema; creates both when they are not there.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder. The folder above it must exist.
  ///   - auditKey: The key that chains the audit log, at least 16 bytes, kept outside the database.
  ///   - clock: Milliseconds since 1970 UTC.
  /// - Throws: ``StoreError/locked(path:pid:)``, ``StoreError/notWritable(path:reason:)``,
  ///   ``StoreError/damaged(path:reason:)``, ``StoreError/schemaTooNew(found:supported:)``,
  ///   ``StoreError/migrationAltered(version:)``, ``StoreError/wrongKey(path:)``, ``StoreError/full(reason:)`` or
  ///   ``StoreError/failed(reason:)``. Nothing is left open then.
  public static func open(
    folder: String, auditKey: [UInt8], clock: @escaping @Sendable () -> Int64 = StoreClock.system
  ) async throws(StoreError) -> SQLiteStore {
    try await open(folder: folder, auditKey: auditKey, clock: clock, options: SQLiteOptions())
  }

  /// The same with options.
  package static func open(
    folder: String, auditKey: [UInt8], clock: @escaping @Sendable () -> Int64 = StoreClock.system,
    options: SQLiteOptions
  ) async throws(StoreError) -> SQLiteStore {
    guard auditKey.count >= 16 else {
      throw .failed(reason: "the audit key has \(auditKey.count) bytes and must have at least 16")
    }
    let store = SQLiteStore(folder: folder, auditKey: HMACSHA256(key: auditKey), clock: clock)
    try await store.open(options: options)
    do throws(StoreError) {
      try await store.events.open(StoreFolder(path: folder), options: options)
    } catch {
      await store.threads.close()
      throw error
    }
    return store
  }

  private init(folder: String, auditKey: HMACSHA256, clock: @escaping @Sendable () -> Int64) {
    self.folder = folder
    self.auditKey = auditKey
    self.clock = clock
    events = SQLiteEventStore(clock: clock)
  }

  deinit {
    // The folder stays locked until the events are closed too.
    events.threads.abandon()
    threads.abandon(after: events.threads)
  }

  /// Opens the configuration, with the folder locked for as long as it is open.
  private func open(options: SQLiteOptions) async throws(StoreError) {
    let folder = StoreFolder(path: folder)
    let opening = DatabaseOpening.configuration(folder, auditKey: auditKey, clock: clock, options: options)
    try await threads.open(opening) { body throws(StoreError) in
      try OpenFile.makeFolder(folder.path)
      let lock = try FolderLock(folder: folder)
      // The connection is gone when `body` returns, so nobody finds the lock free and the database still open.
      try body()
      lock.release()
    }
  }

  /// Does everything in the change or nothing of it, and returns once it would survive a loss of power.
  ///
  /// Cancelling the task does not take a change back: it is committed all the same.
  public func commit(_ change: Change) async throws(StoreError) -> Commit {
    try change.checkTexts()
    let (auditKey, clock) = (auditKey, clock)
    return try await threads.writeInGroup(isUrgent: change.isSwitch) { connection, yielding throws(StoreError) in
      var application = ChangeApplication(
        connection: connection, auditKey: auditKey, chain: change.chain, at: clock(), yielding: yielding)
      return try application.apply(change.edits)
    }
  }

  /// Finishes the writes and reads that are queued, then closes both databases and gives the folder back.
  ///
  /// May be called more than once. A store that is dropped without it does the same a little later, but may leave its
  /// logs beside the databases.
  public func close() async {
    await events.threads.close()
    await threads.close()
  }

  /// How many changes wait for the writing thread to begin with them.
  package var queuedWrites: Int { threads.queuedWrites }

  /// The value of a SQLite setting on the connection that writes, for checks of an installation.
  package func writerSetting(_ name: String) async throws(StoreError) -> String {
    try await useWriter { connection throws(StoreError) in try connection.setting(name) }
  }

  /// Runs `body` on the reading thread.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await threads.read(body)
  }

  /// Runs `body` on the reader of what is short: some rows that are found by their keys, or tables of some hundred rows.
  ///
  /// A kill reads here, so nothing that grows with a project's flags or with time belongs here.
  func readShort<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await threads.readShort(body)
  }

  /// How many rows that are found by their keys are few.
  static let shortRows = 64

  /// Runs `body` on the reader of what is short, or on that of everything else.
  func read<Value: Sendable>(
    isShort: Bool, _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    isShort ? try await readShort(body) : try await read(body)
  }

  /// Runs `body` on the writing thread, between two transactions.
  func useWriter<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await threads.useWriter(body)
  }

  /// Runs `body`, which writes what is no configuration, on the writing thread.
  ///
  /// - Throws: ``StoreError/failed(reason:)`` also after a failure of the disk: what is written then may never get there.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await useWriter { connection throws(StoreError) in
      guard !connection.hasFailed else {
        throw StoreError.failed(reason: "the disk failed earlier; nothing is written until the store is opened again")
      }
      return try body(connection)
    }
  }
}
