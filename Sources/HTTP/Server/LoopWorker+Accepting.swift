internal import CLibUV

extension LoopWorker {
  /// Connections beyond the limit that are told so; further ones are only closed.
  private static let refusedConnectionsAtATime = 64
  /// After how many seconds without a byte the system asks whether the other end is still there.
  private static let keepAliveDelay: UInt32 = 60

  /// Starts the loop and, on it, to accept connections.
  nonisolated func start(listening sockets: [ListeningSocket]) {
    // The loop keeps the worker until it ends; libuv's handles lead to it through the data of the loop.
    loop.uv.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    loop.start(
      EventLoop.Hooks(
        timer: { self.assumeIsolated { $0.deadlinesPassed() } },
        endOfTurn: { self.assumeIsolated { $0.finishTurn() } }))
    Task(executorPreference: loop) { await self.begin(sockets) }
  }

  private func begin(_ sockets: [ListeningSocket]) {
    for socket in sockets {
      let handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
      uv_tcp_init(loop.uv, handle)
      handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
      uv_tcp_open(handle, socket.descriptor)
      uv_listen(handle.asStream, 4096, Self.onConnection)
      listeners.append(handle)
    }
  }

  /// Takes a connection from a listener.
  func acceptConnection(from listener: UnsafeMutablePointer<uv_stream_t>) {
    let handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
    uv_tcp_init(loop.uv, handle)
    guard uv_accept(listener, handle.asStream) == 0 else { return discard(handle) }
    adopt(handle)
  }

  /// Takes a connection that was accepted by hand.
  func adopt(descriptor: Int32) {
    let handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
    uv_tcp_init(loop.uv, handle)
    guard uv_tcp_open(handle, descriptor) == 0 else {
      System.closeDescriptor(descriptor)
      return discard(handle)
    }
    adopt(handle)
  }

  private func adopt(_ handle: UnsafeMutablePointer<uv_tcp_t>) {
    // A client that has gone again has no address.
    guard let address = UV.peer(of: handle) else { return discard(handle) }
    let refusal = census.admit(address)
    if refusal != nil, refusedConnections >= Self.refusedConnectionsAtATime { return discard(handle) }
    uv_tcp_nodelay(handle, 1)
    uv_tcp_keepalive(handle, 1, Self.keepAliveDelay)
    let now = loop.now
    let connection = connections.insert { place, serial in
      Connection(
        handle: handle, place: place, serial: serial, remoteAddress: address, census: census, now: now)
    }
    handle.pointee.data = Unmanaged.passRetained(connection).toOpaque()
    if let refusal {
      refusedConnections += 1
      connection.isRefused = true
      answer(connection, with: refusal, farewell: .clean)
    }
    startReading(connection)
    touch(connection)
  }

  /// Closes a handle that no connection was made for.
  private func discard(_ handle: UnsafeMutablePointer<uv_tcp_t>) {
    uv_close(handle.asHandle) { handle in
      UnsafeMutableRawPointer(handle)?.assumingMemoryBound(to: uv_tcp_t.self).deallocate()
    }
  }

  func startReading(_ connection: Connection) {
    guard !connection.isReading, connection.input != .ended else { return }
    connection.isReading = uv_read_start(connection.handle.asStream, Self.onAllocate, Self.onRead) == 0
  }

  func stopReading(_ connection: Connection) {
    guard connection.isReading else { return }
    uv_read_stop(connection.handle.asStream)
    connection.isReading = false
  }
}
