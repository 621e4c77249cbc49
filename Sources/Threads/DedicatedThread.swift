#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Threads for work that waits for the disk or computes for long.
///
/// Such work must not run on Swift's cooperative pool, which has one thread a core: a slow fsync there would hold up
/// every task of the process.
package enum DedicatedThread {
  /// What the thread runs, in a box that fits through a C pointer.
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that ends when `body` returns.
  ///
  /// - Throws: ``ThreadError`` when the system has no threads left.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    let box = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { DedicatedThread.run($0) }, box)
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { DedicatedThread.run($0) }, box)
    #endif
    guard code == 0 else {
      Unmanaged<Body>.fromOpaque(box).release()
      throw ThreadError(code: code)
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
}
