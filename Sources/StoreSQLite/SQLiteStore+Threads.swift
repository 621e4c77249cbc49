internal import Store
internal import Threads

extension SQLiteStore {
  /// Starts the thread that writes, and returns once the database is open and has this program's schema.
  func startWriter(options: SQLiteOptions) async throws(StoreError) {
    let queue = writeQueue
    let opening = DatabaseOpening(
      folder: StoreFolder(path: folder), auditKey: auditKey, clock: clock, options: options, queue: queue)
    try await start(until: writerEnded) { started throws(StoreError) in
      try opening.withWriter { writer in
        started()
        while let jobs = queue.takeAll() { writer.run(jobs) }
      }
    }
  }

  /// Starts the thread that reads.
  func startReader(options: SQLiteOptions) async throws(StoreError) {
    let path = StoreFolder(path: folder).database
    let queue = readQueue
    try await start(until: readerEnded) { started throws(StoreError) in
      let connection = try Connection(path: path, vfs: options.fileLayer)
      try connection.prepareForReading()
      started()
      while let jobs = queue.takeAll() {
        for job in jobs { job(connection) }
      }
    }
  }

  /// Starts a thread and returns when it says that it has started, or throws what it throws before that.
  ///
  /// - Parameters:
  ///   - ended: Opened when the thread has let go of everything, also when it could not be started.
  ///   - body: What the thread does; it calls the function it is given once it is ready, and throws only before.
  private func start(
    until ended: Latch, _ body: @escaping @Sendable (_ started: () -> Void) throws(StoreError) -> Void
  ) async throws(StoreError) {
    let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
      do throws(ThreadError) {
        try DedicatedThread.start {
          do throws(StoreError) {
            try body { continuation.resume(returning: .success(())) }
            ended.open()
          } catch {
            ended.open()
            continuation.resume(returning: .failure(error))
          }
        }
      } catch {
        ended.open()
        continuation.resume(returning: .failure(.failed(reason: error.description)))
      }
    }
    try result.get()
  }
}
