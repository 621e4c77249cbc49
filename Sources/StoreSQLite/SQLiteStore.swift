public import Store

/// A store in one folder of this machine: the file `config.db`, written by SQLite.
///
/// It has a thread that writes and a thread that reads, so neither waits for the other and no task's thread waits for
/// the disk. Changes that come while the disk is busy are written together, kills ahead of all others. The folder belongs to
/// one process at a time.
public final class SQLiteStore: ConfigurationStore {
  /// The folder, as it was given.
  public let folder: String

  let auditKey: HMACSHA256
  /// Milliseconds since 1970 UTC.
  let clock: @Sendable () -> Int64
  let writeQueue = JobQueue<WriteJob>()
  let readQueue = JobQueue<@Sendable (Connection) -> Void>()
  let writerEnded = Latch()
  let readerEnded = Latch()

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
    try await store.startWriter(options: options)
    do throws(StoreError) {
      try await store.startReader(options: options)
    } catch {
      await store.close()
      throw error
    }
    return store
  }

  private init(folder: String, auditKey: HMACSHA256, clock: @escaping @Sendable () -> Int64) {
    self.folder = folder
    self.auditKey = auditKey
    self.clock = clock
  }

  deinit {
    readQueue.close()
    writeQueue.close()
  }

  /// Does everything in the change or nothing of it, and returns once it would survive a loss of power.
  ///
  /// Cancelling the task does not take a change back: it is committed all the same.
  public func commit(_ change: Change) async throws(StoreError) -> Commit {
    try change.checkTexts()
    let result = await withCheckedContinuation { continuation in
      let reply: @Sendable (Result<Commit, StoreError>) -> Void = { continuation.resume(returning: $0) }
      if !writeQueue.push(.commit(change, reply), isUrgent: change.isKill) { reply(.failure(.closed)) }
    }
    return try result.get()
  }

  /// Finishes the writes and reads that are queued, then closes the database and gives the folder back.
  ///
  /// May be called more than once. A store that is dropped without it does the same a little later, but may leave its
  /// log beside the database.
  public func close() async {
    // The connection that is closed last puts the log back into the database; that must be the one that may write.
    readQueue.close()
    await readerEnded.wait()
    writeQueue.close()
    await writerEnded.wait()
  }

  /// How many changes wait for the writing thread to begin with them.
  package var queuedWrites: Int { writeQueue.count }

  /// The value of a SQLite setting on the connection that writes, for checks of an installation.
  package func writerSetting(_ name: String) async throws(StoreError) -> String {
    try await useWriter { connection throws(StoreError) in try connection.setting(name) }
  }

  /// Runs `body` on the reading thread.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await run(body) { readQueue.push($0) }
  }

  /// Runs `body` on the writing thread, between two transactions.
  func useWriter<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await run(body) { writeQueue.push(.use($0)) }
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

  /// Gives `body` to a thread and waits for what comes of it.
  ///
  /// - Parameter push: Queues the job, or gives false when the store is closed.
  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value,
    push: (@escaping @Sendable (Connection) -> Void) -> Bool
  ) async throws(StoreError) -> Value {
    let result = await withCheckedContinuation { continuation in
      let isQueued = push { connection in
        continuation.resume(returning: Result { () throws(StoreError) in try body(connection) })
      }
      if !isQueued { continuation.resume(returning: .failure(StoreError.closed)) }
    }
    return try result.get()
  }
}
