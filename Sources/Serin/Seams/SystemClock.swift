public import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The device's own clocks.
public struct SystemClock: FlagClock {
  /// Creates the clock.
  public init() {}

  /// The wall clock.
  public var now: Date { Date() }

  /// Seconds since the device started, sleep included.
  public var uptime: TimeInterval {
    var time = timespec()
    #if canImport(Darwin)
      // Darwin's monotonic clock goes on while the device sleeps.
      clock_gettime(CLOCK_MONOTONIC, &time)
    #else
      // Linux's monotonic clock stands still while the machine is suspended; this one does not.
      clock_gettime(clockid_t(CLOCK_BOOTTIME), &time)
    #endif
    return TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1_000_000_000
  }

  /// The time of the kernel's last timer interrupt, on Linux; it stands for one to ten milliseconds.
  ///
  /// It does not count sleep, but the interrupts go on as soon as the machine wakes up.
  public var tick: UInt64? {
    #if os(Linux)
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
      return UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec))
    #else
      return nil
    #endif
  }

  /// Waits without blocking a thread.
  public func sleep(seconds: TimeInterval) async throws {
    // Ten years at most: the conversion to nanoseconds must not overflow, whatever was asked for.
    let bounded = seconds.isNaN ? 0 : min(max(seconds, 0), 315_360_000)
    try await Task.sleep(nanoseconds: UInt64(bounded * 1_000_000_000))
  }
}

extension FlagClock where Self == SystemClock {
  /// The device's own clocks.
  public static var system: Self { Self() }
}
