#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The clock of a store.
public enum StoreClock {
  /// Milliseconds since 1970 UTC by the system's clock.
  @Sendable public static func system() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }
}
