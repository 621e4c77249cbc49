import SerinLock

/// A clock that moves only when it is told to.
final class FakeClock: Sendable {
  private let instant: Lock<Int64>

  init(_ milliseconds: Int64 = 1_800_000_000_000) { instant = Lock(milliseconds) }

  /// The instant now, in milliseconds since 1970 UTC.
  var now: Int64 { instant.withLock { $0 } }

  func advance(seconds: Int) { advance(milliseconds: Int64(seconds) * 1000) }

  func advance(milliseconds: Int64) { instant.withLock { $0 += milliseconds } }
}
