internal import CLibUV

/// Threads without Foundation.
enum Thread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The calling thread as a number; never 0.
  static var current: UInt { UInt(serin_thread_id()) }

  /// Runs a closure on a new thread that nobody waits for.
  static func detach(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    let thread = UnsafeMutablePointer<uv_thread_t>.allocate(capacity: 1)
    defer { thread.deallocate() }
    let result = uv_thread_create(
      thread,
      { data in
        guard let data else { return }
        Unmanaged<Work>.fromOpaque(data).takeRetainedValue().body()
      }, work.toOpaque())
    precondition(result == 0, "the system cannot start another thread")
    pthread_detach(thread.pointee)
  }
}
