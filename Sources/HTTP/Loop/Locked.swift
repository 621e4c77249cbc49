#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A value that one thread at a time may use.
///
/// It stands on a POSIX mutex and not on `Synchronization.Mutex`, because the thread sanitizer does not know the latter
/// on Linux and reports races where there are none.
///
/// `@unchecked Sendable`: the value is reached only through ``withLock(_:)``.
final class Locked<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Puts a value behind a lock.
  init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Uses the value.
  ///
  /// The body must not call out to code that might take the same lock.
  func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
