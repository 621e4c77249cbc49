#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How long some evaluations took.
struct Measurement {
  /// How many there were.
  var count = 0
  /// Processor time of the thread.
  var nanoseconds: UInt64 = 0

  /// Repeats a batch until the thread has used so much processor time.
  ///
  /// - Parameter batch: Evaluates about a thousand times, and gives how many times and how many were on. (The sum
  ///   keeps the compiler from leaving evaluations out.)
  init(milliseconds: UInt64, _ batch: () -> (count: Int, enabled: Int)) {
    let start = Self.threadNanoseconds()
    var enabled = 0
    while nanoseconds < milliseconds &* 1_000_000 {
      let result = batch()
      count += result.count
      enabled &+= result.enabled
      nanoseconds = Self.threadNanoseconds() &- start
    }
    Self.use(enabled)
  }

  @inline(never)
  private static func use(_ enabled: Int) {
    precondition(enabled >= 0)
  }

  private static func threadNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
