internal import CLibUV

extension LoopWorker {
  /// What becomes of an answer that wants to be an event stream.
  enum StreamOpening {
    /// The stream has begun, with these bytes.
    case stream(EventStream, first: EventMessage?)
    /// Something else is answered.
    case answer(HTTPResponse)
    /// There is no stream for this reason.
    case refused(HTTPRefusal)
  }

  /// Enters a connection as an event stream.
  ///
  /// From here on broadcasts reach the stream, and only now is its owner asked for the first bytes: the loop does nothing
  /// else in between, so that no broadcast falls into a gap.
  func open(_ subscription: EventSubscription, isChunked: Bool, on connection: Connection) -> StreamOpening {
    guard let events else { return .refused(.invalidResponse("it is an event stream, and this server has none")) }
    guard stop == nil else { return .refused(events.refuse(.stopping)) }
    let entry = EventStreamCensus.Entry(
      channel: subscription.channel, tag: subscription.tag, source: subscription.source ?? connection.remoteAddress)
    if let refusal = events.census.admit(entry) { return .refused(events.refuse(refusal)) }
    switch subscription.opening() {
    case .stream(let first):
      let stream = enter(entry, isChunked: isChunked, on: connection)
      events.counters.hasOpened()
      return .stream(stream, first: EventMessage(first))
    case .instead(let response):
      events.census.leave(entry)
      guard case .events = response.body else { return .answer(response) }
      return .refused(.invalidResponse("it is an event stream in the place of another one"))
    }
  }

  private func enter(_ entry: EventStreamCensus.Entry, isChunked: Bool, on connection: Connection) -> EventStream {
    var generator = SystemRandomNumberGenerator()
    let now = loop.now
    let stream = EventStream(
      of: connection, in: eventTable.group(entry.channel, entry.tag), source: entry.source, isChunked: isChunked,
      nextHeartbeat: schedule.firstHeartbeat(now: now, using: &generator),
      end: schedule.end(now: now, using: &generator))
    eventTable.insert(stream)
    connection.events = stream
    return stream
  }

  /// Frees a connection, the head of whose answer was sent, from everything that belongs to requests.
  func becomeStream(_ stream: EventStream) {
    let connection = stream.connection
    dropUpload(of: connection)
    if let first = connection.first { connection.abandonExchanges(from: first) }
    if let parser = connection.parser { release(parser, of: connection) }
    stream.inputBytes = connection.backlog.count
    connection.backlog = []
    guard connection.input != .ended else { return end(stream, because: .clientGone) }
    connection.input = .ignored
    startReading(connection)
    System.setAcknowledgementTimeout(of: connection.handle, milliseconds: schedule.stall)
  }

  /// Takes a stream out of the registry: it gets nothing that is broadcast from now on.
  func forget(_ stream: EventStream, because reason: EventStreamEnd) {
    guard !stream.isEnding else { return }
    stream.isEnding = true
    eventTable.remove(stream)
    events?.census.leave(stream.entry)
    events?.counters.hasEnded(reason)
  }

  /// Cuts a stream off.
  func drop(_ stream: EventStream, because reason: EventStreamEnd) {
    forget(stream, because: reason)
    close(stream.connection)
  }

  /// Closes a stream in an orderly way: after what is waiting, a last message and the end of the body.
  func end(_ stream: EventStream, because reason: EventStreamEnd, last: EventMessage? = nil) {
    guard !stream.isEnding else { return }
    forget(stream, because: reason)
    if let last { stream.post(last.slice(isChunked: stream.isChunked)) }
    if stream.isChunked { stream.post(SharedSlice(EventMessage.lastChunk)) }
    touch(stream.connection)
  }
}
