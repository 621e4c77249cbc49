/// A value that one thread at a time may touch.
///
/// Hold it for memory work only: never across I/O, a callback or anything that may wait.
///
/// Sendable without the compiler's proof, because `value` is reached only between locking and unlocking, and both
/// pointers are written once, in `init`.
package final class Lock<Value: Sendable>: @unchecked Sendable {
  // Both live on the heap at addresses that never move, as the system requires of a lock; a pointer also spares the
  // run-time exclusivity check that a stored property would cost on every use.
  private let lock: UnsafeMutablePointer<SystemLock>
  private let value: UnsafeMutablePointer<Value>

  /// Creates a lock around a value.
  package init(_ value: Value) {
    lock = .allocate(capacity: 1)
    SystemLock.initialize(lock)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    SystemLock.deinitialize(lock)
    lock.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Calls `body` with the value while no other thread can reach it.
  ///
  /// Not recursive: calling it again from inside `body` never returns.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    SystemLock.lock(lock)
    defer { SystemLock.unlock(lock) }
    return try body(&value.pointee)
  }
}
