import SerinFlags
import SerinLock

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How often this server gave which answer to which version of an app, until it is written down.
///
/// A thread always counts in the same shard, and there are more shards than loops, so that its lock is free as a rule; it is
/// held for as long as it takes to add. Memory is bounded: what finds no room is left out and counted as such.
final class UsageCounters: Sendable {
  /// What was counted since the last time.
  struct Counts: Sendable {
    var blocks: [UsageBlock] = []
    /// How many evaluations found no room.
    var leftOut: Int64 = 0
  }

  /// How many cells of four bytes there may be in all, unless something else is asked for.
  static let standardCapacity = 8 * 1024 * 1024
  /// As many as five bits tell apart.
  private static let shardCount = 32

  private let shards: [Lock<UsageShard>]

  /// Creates counters.
  /// - Parameter capacity: How many cells there may be in all.
  init(capacity: Int = UsageCounters.standardCapacity) {
    shards = (0..<Self.shardCount).map { _ in Lock(UsageShard(capacity: capacity / Self.shardCount)) }
  }

  /// Counts one answer.
  ///
  /// - Parameters:
  ///   - cell: Its cell.
  ///   - scope: Where its ruleset is counted.
  ///   - context: Who asked.
  func count(_ cell: Int, in scope: UsageScope, for context: FlagContext, at now: Timestamp) {
    let version = Self.version(of: context)
    shard.withLock { $0.count(cell, in: scope, version: version, at: now.microseconds / 1000) }
  }

  /// Counts the answers of a request for all flags.
  func count(_ cells: [Int32], in scope: UsageScope, for context: FlagContext, at now: Timestamp) {
    let version = Self.version(of: context)
    shard.withLock { $0.count(cells, in: scope, version: version, at: now.microseconds / 1000) }
  }

  /// Counts that a client was told that the answer it has for all flags still holds.
  func countUnchanged(in scope: UsageScope, for context: FlagContext, at now: Timestamp) {
    let version = Self.version(of: context)
    shard.withLock { $0.countUnchanged(in: scope, version: version, at: now.microseconds / 1000) }
  }

  /// Takes what was counted.
  func take() -> Counts {
    var counts = Counts()
    for shard in shards {
      let taken = shard.withLock { $0.take() }
      counts.blocks += taken.blocks
      counts.leftOut += taken.leftOut
    }
    return counts
  }

  /// The attribute that the SDK sends with every context.
  private static func version(of context: FlagContext) -> String {
    context.attributes["appVersion"]?.stringValue ?? ""
  }

  /// The shard of this thread.
  private var shard: Lock<UsageShard> {
    #if canImport(Darwin)
      let thread = UInt64(UInt(bitPattern: pthread_self()))
    #else
      let thread = UInt64(pthread_self())
    #endif
    // Fibonacci hashing: addresses of threads differ in their middle bits only.
    return shards[Int((thread &* 0x9E37_79B9_7F4A_7C15) >> 59)]
  }
}
