internal import SerinLock

/// The body of a request that is read piece by piece while it arrives.
///
/// A handler whose requests ``HTTPServerConfiguration/streamsBody`` names is called once the head is there, and reads the
/// body itself. Bytes that it does not take stop the client: no more than ``HTTPLimits/bodyBufferBytes`` wait. A handler
/// that answers before it has read everything gives the connection up. Of a request that came whole, or was made by
/// hand, the stream is its body in one piece.
///
/// It may be read from any task, by one at a time.
public final class HTTPBodyStream: Sendable {
  private enum Source: Sendable {
    case whole(Lock<[UInt8]>)
    case arriving(LoopWorker)
  }

  private let source: Source
  /// What has arrived and was not read.
  ///
  /// `nonisolated(unsafe)`: the worker alone reaches into it, on its loop.
  nonisolated(unsafe) let arrived: IncomingBody?

  init(_ body: IncomingBody, worker: LoopWorker) {
    source = .arriving(worker)
    arrived = body
  }

  init(whole body: [UInt8]) {
    source = .whole(Lock(body))
    arrived = nil
  }

  /// The next bytes, at least one; nil at the end of the body.
  ///
  /// The client of a request with `Expect: 100-continue` is told to send the body when it is asked for the first time.
  ///
  /// - Throws: ``HTTPBodyStreamError`` when the end will not come.
  public func next() async throws(HTTPBodyStreamError) -> [UInt8]? {
    switch source {
    case .whole(let rest):
      let bytes = rest.withLock { rest in
        let bytes = rest
        rest = []
        return bytes
      }
      return bytes.isEmpty ? nil : bytes
    case .arriving(let worker): return try await worker.nextPiece(of: self)
    }
  }
}

/// Why the end of a body will not come.
public enum HTTPBodyStreamError: Error, Sendable, Hashable {
  /// The client has gone before the body was complete.
  case incomplete
  /// The request was answered: the body was too large, malformed or too slow, or the handler has returned.
  case ended
}
