internal import CLibUV

extension LoopWorker {
  /// Has the loop look into its mailbox.
  nonisolated func wakeForEvents() {
    Task(executorPreference: loop) { await self.runEventCommands() }
  }

  private func runEventCommands() {
    for command in mailbox.takeAll() {
      switch command {
      case .broadcast(let message, let channel, let isMeant): broadcast(message, to: channel, isMeant)
      case .closeTag(let tag, let last): end(eventTable.groups(of: tag), last)
      case .closeChannel(let channel, let last): end(eventTable.groups(in: channel), last)
      case .closeAll(let time): spreadEnds(over: time, because: .closed)
      }
    }
  }

  private func broadcast(_ message: EventMessage, to channel: EventChannel, _ isMeant: ((EventTag) -> Bool)?) {
    var (count, bytes) = (0, 0)
    for group in eventTable.groups(in: channel) where isMeant?(group.tag) ?? true {
      group.forEach { stream in
        let slice = message.slice(isChunked: stream.isChunked)
        guard deliver(slice, to: stream) else { return }
        count += 1
        bytes += slice.count
      }
    }
    if count > 0 { events?.counters.hasSent(events: count, bytes: bytes) }
  }

  private func end(_ groups: [EventGroup], _ last: EventMessage?) {
    for group in groups { group.forEach { end($0, because: .closed, last: last) } }
  }

  /// Brings the ends of all streams nearer, one after the other.
  ///
  /// - Parameter time: The loop's milliseconds within which all of them end.
  func spreadEnds(over time: UInt64, because reason: EventStreamEnd) {
    let streams = eventTable.all
    for (index, stream) in streams.enumerated() {
      let part = Double(index + 1) / Double(streams.count)
      stream.end(by: loop.now &+ UInt64(Double(time) * part), because: reason)
      arm(stream.connection)
    }
  }

  /// Hands a message to a stream: to the socket if it takes it, else to what is waiting.
  ///
  /// - Returns: Whether the stream still is one.
  @discardableResult
  private func deliver(_ slice: SharedSlice, to stream: EventStream) -> Bool {
    let connection = stream.connection
    guard connection.unsent == 0, stream.pending.isEmpty else {
      let waiting = uv_stream_get_write_queue_size(connection.handle.asStream) + stream.pendingBytes
      guard waiting + slice.count <= limitOfPending else {
        drop(stream, because: .tooSlow)
        return false
      }
      stream.post(slice)
      return true
    }
    let written = write(slice, to: connection)
    guard written >= 0 else {
      drop(stream, because: .clientGone)
      return false
    }
    if written < slice.count {
      var rest = slice
      rest.removeFirst(written)
      queue([rest], on: connection)
      arm(connection)
    }
    return !connection.isClosed
  }

  private var limitOfPending: Int { events?.configuration.pendingBytes ?? 0 }

  /// Sends a heartbeat, unless something is waiting that shows as well that the stream is there.
  func sendHeartbeat(to stream: EventStream, now: UInt64) {
    stream.nextHeartbeat = schedule.heartbeat(after: stream.nextHeartbeat, now: now)
    guard stream.connection.unsent == 0, let message = events?.heartbeat else { return }
    let slice = message.slice(isChunked: stream.isChunked)
    if deliver(slice, to: stream) { events?.counters.hasSent(heartbeatOf: slice.count) }
  }
}
