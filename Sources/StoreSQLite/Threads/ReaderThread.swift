internal import Store

/// A connection that only reads, on a thread of its own.
///
/// A read sees everything that was acknowledged before it was asked for, on whichever reader.
final class ReaderThread: Sendable {
  /// Something to do with the connection.
  typealias Job = @Sendable (Connection) -> Void

  private let queue = JobQueue<Job>()
  private let ended = Latch()

  /// Starts the thread, and returns once its connection is open.
  func open(_ opening: DatabaseOpening) async throws(StoreError) {
    let queue = queue
    try await StartedThread.start(until: ended) { started throws(StoreError) in
      let connection = try Connection(path: opening.path, vfs: opening.fileLayer)
      try connection.prepareForReading()
      started()
      while let jobs = queue.takeAll() {
        for job in jobs { job(connection) }
      }
    }
  }

  /// Queues a read; false when the reader is closed.
  func push(_ job: @escaping Job) -> Bool { queue.push(job) }

  /// Refuses further reads; those that are queued are done.
  func close() { queue.close() }

  /// Says that it never was opened, so that nobody waits for its end.
  func giveUp() { ended.open() }

  /// Returns once it has let go of its connection.
  func waitUntilEnded() async { await ended.wait() }

  /// The same for threads of our own.
  func waitUntilEndedOnThread() { ended.waitOnThread() }
}
