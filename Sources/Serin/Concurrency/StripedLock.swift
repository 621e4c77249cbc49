import SerinLock

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A value that many threads read all the time and that is seldom replaced.
///
/// There are several copies, each behind a lock of its own, and a thread always reads the same one: readers on different
/// cores neither wait for one another nor fight over a cache line. Replacing the value takes all the locks, so that once it
/// is done no thread can read the earlier one.
///
/// Sendable without the compiler's proof, because every copy is reached only while its lock is held, and the pointer is
/// written once, in `init`.
final class StripedLock<Value: Sendable>: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer

  init(_ value: Value) {
    memory = .allocate(byteCount: Self.count * Self.stride, alignment: Self.cacheLines)
    for index in 0..<Self.count {
      SystemLock.initialize(lock(index))
      self.value(index).initialize(to: value)
    }
  }

  deinit {
    for index in 0..<Self.count {
      SystemLock.deinitialize(lock(index))
      value(index).deinitialize(count: 1)
    }
    memory.deallocate()
  }

  /// Calls `body` with the value; it must neither wait nor call anybody else's code.
  ///
  /// `inout` spares the copy, which would touch a reference count that all readers share. What is changed is changed for
  /// some threads only, until the value is replaced: good for a note of what need not be looked up again.
  @inline(__always)
  func read<Result>(_ body: (inout Value) -> Result) -> Result {
    let index = Self.indexOfThisThread
    SystemLock.lock(lock(index))
    defer { SystemLock.unlock(lock(index)) }
    return body(&value(index).pointee)
  }

  /// Replaces the value for all readers.
  ///
  /// - Returns: The earlier value, so that whatever letting go of it costs happens outside the locks.
  @discardableResult
  func replace(with new: Value) -> Value {
    for index in 0..<Self.count { SystemLock.lock(lock(index)) }
    let earlier = value(0).pointee
    for index in 0..<Self.count { value(index).pointee = new }
    for index in 0..<Self.count { SystemLock.unlock(lock(index)) }
    return earlier
  }

  @inline(__always)
  private func lock(_ index: Int) -> UnsafeMutablePointer<SystemLock> {
    (memory + index &* Self.stride).assumingMemoryBound(to: SystemLock.self)
  }

  @inline(__always)
  private func value(_ index: Int) -> UnsafeMutablePointer<Value> {
    (memory + (index &* Self.stride &+ Self.cacheLines)).assumingMemoryBound(to: Value.self)
  }

  /// The copy that this thread reads.
  @inline(__always)
  private static var indexOfThisThread: Int {
    #if canImport(Darwin)
      let thread = UInt64(UInt(bitPattern: pthread_self()))
    #else
      let thread = UInt64(pthread_self())
    #endif
    // The top three bits of a multiplicative hash: as many values as there are copies.
    return Int(truncatingIfNeeded: (thread &* 0x9E37_79B9_7F4A_7C15) >> 61)
  }

  private static var count: Int { 8 }
  /// Two cache lines, since some processors fetch them in pairs; a lock fits into it.
  private static var cacheLines: Int { 128 }
  private static var stride: Int { cacheLines + (MemoryLayout<Value>.size + cacheLines - 1) / cacheLines * cacheLines }
}
