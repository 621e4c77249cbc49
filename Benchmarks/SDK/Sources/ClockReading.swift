#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Nanoseconds of the system's clocks.
enum ClockReading {
  /// Processor time of the calling thread.
  static func thread() -> UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Time that passes for everybody.
  static func wall() -> UInt64 { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
