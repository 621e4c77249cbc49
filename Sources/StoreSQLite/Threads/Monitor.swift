#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// State that several threads share, and a place to sleep until it has changed.
///
/// `@unchecked Sendable` because the state is reached only under the mutex. It is a pthread mutex with a condition: the
/// standard library has nothing to sleep on, and the thread sanitizer understands this one.
final class Monitor<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
  private let changed: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
  private var state: State

  init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the state, and wakes those that sleep.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Asks `body` at once and again after every change, and gives its first answer that is not nil.
  ///
  /// The calling thread sleeps meanwhile, so this is not for tasks.
  func wait<Result>(for body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }
}
