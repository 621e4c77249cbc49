/// A request and its answer.
final class Exchange {
  /// How far it is.
  enum State {
    /// The handler must not begin yet: an earlier request may still change something.
    case waiting(HTTPRequest)
    /// The handler is at work.
    case running
    /// The answer is there and not sent yet.
    case answered(HTTPResponse)
    /// The head of the answer was sent and the body is being written.
    case streaming(ResponseStream)
    /// The body was written to its end.
    case streamed
  }

  /// The one to be answered after this one.
  var next: Exchange?
  var state: State
  /// The task that runs the handler.
  var handler: HandlerTask?
  /// The task of the stream.
  var task: Task<Void, Never>?
  /// The body that the handler reads itself.
  var body: IncomingBody?
  /// When the answer must be there, or the body have come further.
  var deadline: UInt64
  let isHead: Bool
  let isHTTP10: Bool
  let isSafe: Bool
  /// How the connection is let go after the answer; nil when it stays.
  var farewell: Farewell?

  init(
    state: State, deadline: UInt64, isHead: Bool = false, isHTTP10: Bool = false, isSafe: Bool = true,
    farewell: Farewell? = nil
  ) {
    self.state = state
    self.deadline = deadline
    self.isHead = isHead
    self.isHTTP10 = isHTTP10
    self.isSafe = isSafe
    self.farewell = farewell
  }

  /// Whether the handler has not answered yet.
  var isUnanswered: Bool {
    switch state {
    case .waiting, .running: true
    case .answered, .streaming, .streamed: false
    }
  }

  /// Stops the work on an answer that nobody will get.
  func abandon() {
    if case .streaming(let stream) = state { stream.cancel() }
    body?.fail(.incomplete)
    handler?.cancel()
    task?.cancel()
  }
}
