#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The field `Date`, rendered once a second.
final class DateHeader {
  /// The whole field with its line end.
  private(set) var line: [UInt8] = []
  private var validUntil: UInt64 = 0

  /// Brings the line up to date.
  ///
  /// - Parameter now: A clock in milliseconds that never goes back; the time of day is asked for only when it says that
  ///   a second is over.
  func refresh(now: UInt64) {
    guard now >= validUntil || line.isEmpty else { return }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    line = Array("Date: ".utf8) + HTTPDate.bytes(secondsSince1970: Int(time.tv_sec)) + [0x0D, 0x0A]
    validUntil = now + UInt64(max(1, 1000 - Int(time.tv_nsec) / 1_000_000))
  }
}
