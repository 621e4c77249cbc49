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
    case given(Lock<ArraySlice<[UInt8]>>, end: HTTPBodyStreamError?)
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
    source = .given(Lock(body.isEmpty ? [] : [body]), end: nil)
    arrived = nil
  }

  /// A body that is made by hand.
  ///
  /// - Parameters:
  ///   - pieces: What is read, none of them empty.
  ///   - end: What is thrown after them; nil for a body that is complete.
  package init(pieces: [[UInt8]], end: HTTPBodyStreamError?) {
    source = .given(Lock(pieces[...]), end: end)
    arrived = nil
  }

  /// The next bytes, at least one; nil at the end of the body.
  ///
  /// The client of a request with `Expect: 100-continue` is told to send the body when it is asked for the first time.
  ///
  /// - Throws: ``HTTPBodyStreamError`` when the end will not come.
  public func next() async throws(HTTPBodyStreamError) -> [UInt8]? {
    switch source {
    case .given(let rest, let end):
      let bytes = rest.withLock { $0.popFirst() }
      if bytes == nil, let end { throw end }
      return bytes
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
