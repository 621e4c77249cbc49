internal import Store

/// The threads of one database: one that writes it, one that reads it, and one for reads that are short.
///
/// None waits for another, and no task's thread waits for the disk. Writes that come while the disk is busy are written
/// together. Short reads have a connection of their own, so that what a kill reads does not queue behind an export.
final class DatabaseThreads: Sendable {
  private let writeQueue = JobQueue<WriteJob>()
  private let reader = ReaderThread()
  /// The reader of what is short; nil where all reads are alike.
  private let shortReader: ReaderThread?
  private let writerEnded = Latch()

  private var readers: [ReaderThread] { [reader, shortReader].compactMap(\.self) }

  /// Creates threads that are not started yet.
  /// - Parameter hasShortReader: Whether short reads have a connection and a thread of their own.
  init(hasShortReader: Bool = false) {
    shortReader = hasShortReader ? ReaderThread() : nil
  }

  /// How many writes wait for the writing thread to begin with them.
  var queuedWrites: Int { writeQueue.count }

  /// Starts the threads, and returns once the database is open and has this program's schema.
  ///
  /// - Parameter surrounding: Called on the writing thread with what has the database open for as long as it runs.
  /// - Throws: What stood in the way; nothing is left open then.
  func open(
    _ opening: DatabaseOpening,
    within surrounding: @escaping @Sendable (() throws(StoreError) -> Void) throws(StoreError) -> Void = {
      body throws(StoreError) in try body()
    }
  ) async throws(StoreError) {
    let writes = writeQueue
    do throws(StoreError) {
      try await StartedThread.start(until: writerEnded) { started throws(StoreError) in
        try surrounding { () throws(StoreError) in
          try opening.withWriter(of: writes) { writer in
            started()
            while let jobs = writes.takeAll() { writer.run(jobs) }
          }
        }
      }
    } catch {
      for reader in readers { reader.giveUp() }
      throw error
    }
    for (index, reader) in readers.enumerated() {
      do throws(StoreError) { try await reader.open(opening) } catch {
        for other in readers[(index + 1)...] { other.giveUp() }
        await close()
        throw error
      }
    }
  }

  /// Finishes what is queued, then closes the database.
  ///
  /// May be called more than once, but only after ``open(_:within:)``.
  func close() async {
    // The connection that is closed last puts the log back into the database; that must be the one that may write.
    for reader in readers { reader.close() }
    for reader in readers { await reader.waitUntilEnded() }
    writeQueue.close()
    await writerEnded.wait()
  }

  /// Lets the threads end once they have done what is queued, without waiting for it.
  ///
  /// - Parameter others: Threads that must have ended before the writing one does.
  func abandon(after others: DatabaseThreads? = nil) {
    if let others {
      _ = writeQueue.push(
        .use { _ in
          for reader in others.readers { reader.waitUntilEndedOnThread() }
          others.writerEnded.waitOnThread()
        })
    }
    for reader in readers { reader.close() }
    writeQueue.close()
  }

  /// Runs `body` on the reading thread.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await run(body) { reader.push($0) }
  }

  /// Runs `body`, which reads little, on the thread for short reads.
  func readShort<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let reader = shortReader ?? reader
    return try await run(body) { reader.push($0) }
  }

  /// Runs `body` on the writing thread, between two transactions.
  func useWriter<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await run(body) { writeQueue.push(.use($0)) }
  }

  /// Runs `body` on the writing thread in a transaction that it may share with others, and returns once it would survive a
  /// loss of power.
  ///
  /// - Parameter body: Writes; called again when the transaction was rolled back for lack of room. What it throws is thrown
  ///   here, and leaves nothing written.
  func writeInGroup<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await writeInGroup(isUrgent: false) { connection, _ throws(StoreError) in try body(connection) }
  }

  /// The same for what may go ahead of others, or make way for them.
  ///
  /// - Parameters:
  ///   - isUrgent: Whether it goes ahead of all that wait, and of what makes way.
  ///   - body: Writes, and asks between two rows whether to make way, when there is something to ask; then it is called again.
  func writeInGroup<Value: Sendable>(
    isUrgent: Bool, _ body: @escaping @Sendable (Connection, Yielding?) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      let member = GroupedWrite(
        isUrgent: isUrgent,
        apply: { connection, yielding throws(StoreError) in
          let value = try body(connection, yielding)
          return { continuation.resume(returning: .success(value)) }
        }, refuse: { continuation.resume(returning: .failure($0)) })
      if !writeQueue.push(.grouped(member), isUrgent: isUrgent) { member.refuse(.closed) }
    }
    return try result.get()
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
