internal import CLibUV

extension EventLoop {
  private final class Action: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Calls a closure on the loop whenever a signal comes.
  ///
  /// Must be called before the loop is started.
  func watch(_ signal: Int32, _ body: @escaping @Sendable () -> Void) {
    let handle = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
    uv_signal_init(uv, handle)
    handle.pointee.data = Unmanaged.passRetained(Action(body)).toOpaque()
    let callback: uv_signal_cb = { handle, _ in
      guard let data = handle?.pointee.data else { return }
      Unmanaged<Action>.fromOpaque(data).takeUnretainedValue().body()
    }
    uv_signal_start(handle, callback, signal)
  }

  /// Leaves all signals to their usual actions.
  ///
  /// Must be called on the loop.
  func unwatchSignals() {
    let close: uv_walk_cb = { handle, _ in
      guard let handle, uv_handle_get_type(handle) == UV_SIGNAL, uv_is_closing(handle) == 0 else { return }
      uv_close(handle) { handle in
        guard let handle else { return }
        if let data = handle.pointee.data { Unmanaged<Action>.fromOpaque(data).release() }
        UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_signal_t.self).deallocate()
      }
    }
    uv_walk(uv, close, nil)
  }
}
