internal import Synchronization

/// The body of an answer that is sent piece by piece: server-sent events, a long export.
///
/// A stream may be written to from any task, also from another one than the closure that it was given to. What was
/// written first is sent first.
public final class ResponseStream: Sendable {
  let worker: LoopWorker
  /// Where the worker finds the connection, and which of the connections that were ever there.
  let place: Int
  let serial: UInt64
  private let cancelled = Atomic(false)

  init(worker: LoopWorker, place: Int, serial: UInt64) {
    self.worker = worker
    self.place = place
    self.serial = serial
  }

  /// Whether the stream should come to its end: the client has gone, or the server is stopping.
  ///
  /// When the server is stopping, a last piece may still be written; it is sent if the closure returns soon.
  public var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Sends bytes.
  ///
  /// Returns once the bytes were handed to the operating system, or at once while less than
  /// ``HTTPLimits/streamBufferBytes`` are waiting: a slow client slows its writer down. Cancelling the calling task does
  /// not end the wait early; the client's progress, its going away, ``HTTPLimits/writeTimeout`` and the end of the
  /// server do.
  ///
  /// - Parameter bytes: The bytes; none at all is allowed and sends nothing.
  /// - Throws: ``ResponseStreamError``.
  public func write(_ bytes: [UInt8]) async throws {
    try await worker.write(bytes, to: self)
  }

  /// Sends a text as UTF-8, like ``write(_:)-([UInt8])``.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``ResponseStreamError``.
  public func write(_ text: String) async throws {
    try await worker.write(Array(text.utf8), to: self)
  }
}

/// Why bytes could not be written to a stream.
public enum ResponseStreamError: Error, Sendable, Hashable {
  /// The client has gone, or was cut off.
  case clientGone
  /// The stream is over: its closure has returned, or the server has stopped.
  case ended
}
