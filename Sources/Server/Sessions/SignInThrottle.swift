import SerinLock

/// Makes guessing passwords slow: after some failures in a row an address, or a source, must wait, twice as long each time.
///
/// It counts for addresses that have an account and for those that have none, so that it tells nobody which is which. An attempt is
/// counted as failed before it is looked at; so a thousand at once are no more than a thousand one after another. Every
/// node counts for itself, and a restart forgets.
final class SignInThrottle: Sendable {
  /// What attempts are counted by.
  enum Subject: Sendable, Hashable {
    /// SHA-256 of the address that somebody signs in with.
    case account([UInt8])
    /// Where a request comes from.
    case source(String)
  }

  private struct Count: Sendable {
    var failures = 0
    /// The instant from which on the next attempt is let through, in milliseconds since 1970 UTC.
    var opensAt: Int64 = 0
    var lastAt: Int64 = 0
  }

  /// How many failures have no consequence: those of one person, and those of an office behind one address.
  static let freeAccountFailures = 5
  static let freeSourceFailures = 20
  /// The longest wait, in milliseconds.
  static let longestWait: Int64 = 15 * 60 * 1000
  /// After how long without an attempt failures are forgotten, in milliseconds.
  static let memory: Int64 = 24 * 60 * 60 * 1000
  /// How many subjects are remembered.
  static let capacity = 20_000

  private let counts = Lock<[Subject: Count]>([:])

  /// Lets an attempt through and counts it as failed, or says how long to wait.
  /// - Returns: The milliseconds to wait; nil when the attempt may go on.
  func begin(_ subjects: [Subject], at now: Int64) -> Int64? {
    counts.withLock { counts in
      let wait = subjects.map { (counts[$0]?.opensAt ?? 0) - now }.max() ?? 0
      if wait > 0 { return wait }
      for subject in subjects {
        var count = counts[subject] ?? Count()
        if now - count.lastAt >= Self.memory { count.failures = 0 }
        count.failures += 1
        count.lastAt = now
        count.opensAt = now + Self.wait(after: count.failures, of: subject)
        if counts[subject] == nil, counts.count >= Self.capacity { Self.makeRoom(in: &counts, at: now) }
        counts[subject] = count
      }
      return nil
    }
  }

  /// Takes an attempt back that was no failure, or that nobody looked at.
  ///
  /// - Parameter clears: Whether earlier failures are forgotten too. Not for a source: somebody with an account of
  ///   their own would sign in there between guesses at another one.
  func end(_ subject: Subject, clears: Bool) {
    counts.withLock { counts in
      guard var count = counts[subject] else { return }
      count.failures = clears ? 0 : count.failures - 1
      guard count.failures > 0 else {
        counts[subject] = nil
        return
      }
      count.opensAt = count.lastAt + Self.wait(after: count.failures, of: subject)
      counts[subject] = count
    }
  }

  /// How many subjects are remembered now.
  var size: Int { counts.withLock(\.count) }

  private static func wait(after failures: Int, of subject: Subject) -> Int64 {
    let free =
      switch subject {
      case .account: freeAccountFailures
      case .source: freeSourceFailures
      }
    guard failures >= free else { return 0 }
    return min(longestWait, 1000 << Int64(min(failures - free, 20)))
  }

  /// Forgets what no longer counts, and when that is not enough, those with the fewest failures.
  private static func makeRoom(in counts: inout [Subject: Count], at now: Int64) {
    counts = counts.filter { now - $0.value.lastAt < memory }
    guard counts.count >= capacity else { return }
    let kept = counts.sorted { ($0.value.failures, $0.value.lastAt) > ($1.value.failures, $1.value.lastAt) }
    counts = Dictionary(uniqueKeysWithValues: kept.prefix(capacity / 2).map { ($0.key, $0.value) })
  }
}
