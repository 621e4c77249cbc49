internal import CLibUV

extension LoopWorker {
  /// The most that is handed to the socket in one call.
  ///
  /// The kernel passes bytes on when the call ends, so the client reads the first piece while the next one is copied:
  /// an answer of 100 kB costs half as much in three pieces as in one.
  private static let pieceSize = 32 * 1024

  /// Sends a head and a body as one; what the socket does not take is copied and sent when it does.
  func send(_ head: OutputBuffer, _ body: [UInt8], on connection: Connection) {
    body.withUnsafeBufferPointer { body in
      let written = write(head.bytes, body, to: connection)
      if written == head.count + body.count { return }
      guard written >= 0 else { return close(connection) }
      let rest = UnsafeBufferPointer(rebasing: head.bytes.dropFirst(written))
      let tail = UnsafeBufferPointer(rebasing: body.dropFirst(max(0, written - head.count)))
      queue([SharedSlice(SharedBytes(rest, tail))], on: connection)
    }
  }

  /// Writes as much of shared bytes as the socket takes; -1 when the connection has gone.
  func write(_ slice: SharedSlice, to connection: Connection) -> Int {
    write(slice.bytes, UnsafeBufferPointer(start: nil, count: 0), to: connection)
  }

  /// Writes as much as the socket takes; -1 when the connection has gone.
  private func write(
    _ head: UnsafeBufferPointer<UInt8>, _ body: UnsafeBufferPointer<UInt8>, to connection: Connection
  ) -> Int {
    withUnsafeTemporaryAllocation(of: uv_buf_t.self, capacity: 2) { buffers in
      var sent = 0
      var piece = head
      var position = 0
      repeat {
        // The head takes the beginning of the body with it.
        let end = min(body.count, position + Self.pieceSize)
        let part = UnsafeBufferPointer(rebasing: body[position..<end])
        buffers.initializeElement(at: 0, to: Self.buffer(piece.isEmpty ? part : piece))
        buffers.initializeElement(at: 1, to: Self.buffer(part))
        let count = piece.isEmpty || part.isEmpty ? 1 : 2
        let offered = piece.count + part.count
        let written = Int(uv_try_write(connection.handle.asStream, buffers.baseAddress, UInt32(count)))
        if written < 0 { return written == Int(UV_EAGAIN.rawValue) ? sent : -1 }
        sent += written
        if written < offered { return sent }
        piece = UnsafeBufferPointer(start: nil, count: 0)
        position = end
      } while position < body.count
      return sent
    }
  }

  /// Has bytes sent from where they lie once the socket takes them.
  ///
  /// Of one connection there is one such write at a time.
  func queue(_ slices: [SharedSlice], on connection: Connection) {
    let pending = PendingWrite(slices)
    let size = pending.count
    pending.request.pointee.data = Unmanaged.passRetained(pending).toOpaque()
    let result = withUnsafeTemporaryAllocation(of: uv_buf_t.self, capacity: slices.count) { buffers in
      for (index, slice) in slices.enumerated() {
        buffers.initializeElement(at: index, to: Self.buffer(slice.bytes))
      }
      return uv_write(
        pending.request, connection.handle.asStream, buffers.baseAddress, UInt32(slices.count), Self.onWrite)
    }
    guard result == 0 else {
      if let data = pending.request.pointee.data { Unmanaged<PendingWrite>.fromOpaque(data).release() }
      return close(connection)
    }
    connection.unsent = size
    connection.unsentAtDeadline = size
    connection.writeDeadline = loop.now &+ writeTime(of: connection)
  }

  /// How long a client may take nothing of what was sent to it.
  private func writeTime(of connection: Connection) -> UInt64 {
    connection.events == nil ? times.write : schedule.stall
  }

  private static let onWrite: uv_write_cb = { request, status in
    guard let request, let data = request.pointee.data, let stream = request.pointee.handle else { return }
    Unmanaged<PendingWrite>.fromOpaque(data).release()
    guard let worker = worker(of: stream.pointee.loop), let data = stream.pointee.data else { return }
    // libuv calls on the loop's thread, where the worker runs; see LoopWorker+Callbacks.
    nonisolated(unsafe) let pointer = data
    worker.turn { worker in
      let connection = Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
      connection.unsent = 0
      connection.writeDeadline = .max
      if status < 0 { worker.hasBroken(connection, Int(status)) } else { worker.touch(connection) }
    }
  }

  private static func buffer(_ bytes: UnsafeBufferPointer<UInt8>) -> uv_buf_t {
    // libuv only reads from the buffer, although its type does not say so.
    let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
    return uv_buf_init(start?.assumingMemoryBound(to: CChar.self), UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Whether the client has taken something of what libuv is sending since the deadline for it was set.
  func hasTakenBytes(_ connection: Connection) -> Bool {
    uv_stream_get_write_queue_size(connection.handle.asStream) < connection.unsentAtDeadline
  }

  /// Gives a client that takes its bytes slowly time for the next ones.
  func extendWriteDeadline(of connection: Connection) {
    connection.unsentAtDeadline = uv_stream_get_write_queue_size(connection.handle.asStream)
    connection.writeDeadline = loop.now &+ writeTime(of: connection)
  }
}
