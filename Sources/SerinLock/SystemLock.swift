#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The system's lock, in memory that the owner provides and that never moves.
///
/// On Apple platforms an unfair lock, which gives priority inheritance; elsewhere a POSIX mutex, which the thread
/// sanitizer understands. `Mutex` is newer than the oldest systems that the SDK runs on.
package struct SystemLock {
  #if canImport(Darwin)
    private var handle = os_unfair_lock_s()
  #else
    private var handle = pthread_mutex_t()
  #endif

  /// Makes a lock in memory that holds none.
  package static func initialize(_ lock: UnsafeMutablePointer<SystemLock>) {
    lock.initialize(to: SystemLock())
    #if !canImport(Darwin)
      withHandle(lock) { _ = pthread_mutex_init($0, nil) }
    #endif
  }

  /// Ends a lock that nobody holds.
  package static func deinitialize(_ lock: UnsafeMutablePointer<SystemLock>) {
    #if !canImport(Darwin)
      withHandle(lock) { _ = pthread_mutex_destroy($0) }
    #endif
    lock.deinitialize(count: 1)
  }

  @inline(__always)
  package static func lock(_ lock: UnsafeMutablePointer<SystemLock>) {
    #if canImport(Darwin)
      withHandle(lock) { os_unfair_lock_lock($0) }
    #else
      withHandle(lock) { _ = pthread_mutex_lock($0) }
    #endif
  }

  @inline(__always)
  package static func unlock(_ lock: UnsafeMutablePointer<SystemLock>) {
    #if canImport(Darwin)
      withHandle(lock) { os_unfair_lock_unlock($0) }
    #else
      withHandle(lock) { _ = pthread_mutex_unlock($0) }
    #endif
  }

  #if canImport(Darwin)
    private typealias Handle = os_unfair_lock_s
  #else
    private typealias Handle = pthread_mutex_t
  #endif

  /// The handle is the only member, so it has the lock's address; taking it by `inout` could copy it.
  @inline(__always)
  private static func withHandle(
    _ lock: UnsafeMutablePointer<SystemLock>, _ body: (UnsafeMutablePointer<Handle>) -> Void
  ) {
    lock.withMemoryRebound(to: Handle.self, capacity: 1, body)
  }
}
