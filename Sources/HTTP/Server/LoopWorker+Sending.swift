internal import CLibUV

/// Bytes that a socket did not take at once.
///
/// libuv holds on to the object until they were sent.
private final class PendingWrite {
  let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(count: Int) { bytes = .allocate(capacity: count) }

  deinit {
    request.deallocate()
    bytes.deallocate()
  }
}

extension LoopWorker {
  /// Sends two pieces as one; what the socket does not take is copied and sent when it does.
  func send(_ first: [UInt8], _ second: [UInt8], on connection: Connection) {
    let written = first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        withUnsafeTemporaryAllocation(of: uv_buf_t.self, capacity: 2) { buffers in
          // libuv only reads from the buffers, although their type does not say so.
          buffers.initializeElement(at: 0, to: Self.buffer(UnsafeMutableRawBufferPointer(mutating: first)))
          buffers.initializeElement(at: 1, to: Self.buffer(UnsafeMutableRawBufferPointer(mutating: second)))
          return Int(uv_try_write(connection.handle.asStream, buffers.baseAddress, second.isEmpty ? 1 : 2))
        }
      }
    }
    guard written >= 0 || written == Int(UV_EAGAIN.rawValue) else { return close(connection) }
    let sent = max(0, written)
    if sent < first.count + second.count { queue(first, second, from: sent, on: connection) }
  }

  private func queue(_ first: [UInt8], _ second: [UInt8], from sent: Int, on connection: Connection) {
    let rest = first.count + second.count - sent
    let pending = PendingWrite(count: rest)
    let head = first.dropFirst(sent)
    _ = pending.bytes.initialize(fromContentsOf: head)
    let tail = UnsafeMutableBufferPointer(rebasing: pending.bytes[head.count...])
    _ = tail.initialize(fromContentsOf: second.dropFirst(max(0, sent - first.count)))
    pending.request.pointee.data = Unmanaged.passRetained(pending).toOpaque()
    var buffer = Self.buffer(UnsafeMutableRawBufferPointer(pending.bytes))
    let result = uv_write(pending.request, connection.handle.asStream, &buffer, 1, Self.onWrite)
    guard result == 0 else {
      if let data = pending.request.pointee.data { Unmanaged<PendingWrite>.fromOpaque(data).release() }
      return close(connection)
    }
    connection.unsent = rest
    connection.unsentAtDeadline = rest
    connection.writeDeadline = loop.now &+ times.write
  }

  private static let onWrite: uv_write_cb = { request, status in
    guard let request, let data = request.pointee.data, let stream = request.pointee.handle else { return }
    Unmanaged<PendingWrite>.fromOpaque(data).release()
    guard let worker = worker(of: stream.pointee.loop), let data = stream.pointee.data else { return }
    nonisolated(unsafe) let pointer = data
    worker.turn { worker in
      let connection = Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
      connection.unsent = 0
      connection.writeDeadline = .max
      if status < 0 { worker.close(connection) } else { worker.touch(connection) }
    }
  }

  private static func buffer(_ bytes: UnsafeMutableRawBufferPointer) -> uv_buf_t {
    uv_buf_init(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Whether the client has taken something of what libuv is sending since the deadline for it was set.
  func hasTakenBytes(_ connection: Connection) -> Bool {
    uv_stream_get_write_queue_size(connection.handle.asStream) < connection.unsentAtDeadline
  }

  /// Gives a client that takes its bytes slowly time for the next ones.
  func extendWriteDeadline(of connection: Connection) {
    connection.unsentAtDeadline = uv_stream_get_write_queue_size(connection.handle.asStream)
    connection.writeDeadline = loop.now &+ times.write
  }
}
