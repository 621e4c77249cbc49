#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pause: of a client that sends slowly, or between two looks at a condition.
///
/// No test takes it for granted that something has happened after it.
enum Pause {
  static func milliseconds(_ count: UInt32) { usleep(count * 1000) }
}
