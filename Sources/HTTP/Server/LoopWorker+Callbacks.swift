internal import CLibUV

/// What libuv calls. Each callback finds the worker through the data of the loop, enters it and ends the turn.
///
/// The pointers that are handed over are declared `nonisolated(unsafe)` because the compiler cannot know that libuv
/// calls on the thread of the loop, where the actor runs; `assumeIsolated` checks it.
extension LoopWorker {
  static let onConnection: uv_connection_cb = { listener, status in
    guard status == 0, let listener, let worker = worker(of: listener.pointee.loop) else { return }
    nonisolated(unsafe) let stream = listener
    worker.turn { $0.acceptConnection(from: stream) }
  }

  static let onAllocate: uv_alloc_cb = { handle, _, buffer in
    guard let handle, let worker = worker(of: handle.pointee.loop) else { return }
    let room = worker.loop.readBuffer
    buffer?.pointee = uv_buf_init(room.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(room.count))
  }

  static let onRead: uv_read_cb = { stream, count, _ in
    guard count != 0, let stream, let worker = worker(of: stream.pointee.loop), let data = stream.pointee.data else {
      return
    }
    nonisolated(unsafe) let pointer = data
    worker.turn { worker in
      let connection = Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
      if count > 0 {
        worker.received(count, on: connection)
      } else if count == Int(UV_EOF.rawValue) {
        worker.inputEnded(on: connection)
      } else {
        worker.hasBroken(connection, count)
      }
    }
  }

  static let onClose: uv_close_cb = { handle in
    guard let handle, let worker = worker(of: handle.pointee.loop), let data = handle.pointee.data else { return }
    nonisolated(unsafe) let (target, pointer) = (handle, data)
    worker.turn { worker in
      let connection = Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue()
      UnsafeMutableRawPointer(target).assumingMemoryBound(to: uv_tcp_t.self).deallocate()
      worker.hasClosed(connection)
    }
  }

  static let onCloseListener: uv_close_cb = { handle in
    UnsafeMutableRawPointer(handle)?.assumingMemoryBound(to: uv_tcp_t.self).deallocate()
  }

  static let onShutdown: uv_shutdown_cb = { request, status in
    guard let request, let stream = request.pointee.handle, let worker = worker(of: stream.pointee.loop) else { return }
    request.deallocate()
    guard status != 0, status != UV_ECANCELED.rawValue, let data = stream.pointee.data else { return }
    nonisolated(unsafe) let pointer = data
    worker.turn { $0.close(Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()) }
  }

  /// The worker of a loop, which the loop's data points to.
  static func worker(of loop: UnsafeMutablePointer<uv_loop_t>?) -> LoopWorker? {
    loop?.pointee.data.map { Unmanaged<LoopWorker>.fromOpaque($0).takeUnretainedValue() }
  }
}
