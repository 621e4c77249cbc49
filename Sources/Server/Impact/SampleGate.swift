import Synchronization

/// Tells most requests, without a lock, that their contexts need not be looked at.
///
/// It knows two things: beyond which hash an environment's sample takes nothing more, and which contexts were taken
/// down within the last minute. Asking is two loads from memory that others may be writing at that instant; an answer that is
/// a moment old does no harm, since whoever is let through is looked at again under a lock.
final class SampleGate: Sendable {
  /// Environments with larger numbers are always let through, and are looked at under the lock.
  static let environments = 2048
  private static let recentWords = 16_384
  private static let milliseconds: Int64 = 60_000

  /// Two words for each environment: the largest hash of a context with a unit that is let through, and of one without.
  ///
  /// `nonisolated(unsafe)` because a pointer is not `Sendable`: this one is never changed nor given back before the gate
  /// itself is, and what it points to are atomics.
  private nonisolated(unsafe) let limits: UnsafeMutablePointer<Atomic<UInt64>>
  /// Hashes that were let through, each with the minute it happened in, at the place that their last bits name.
  ///
  /// `nonisolated(unsafe)` for the same reason.
  private nonisolated(unsafe) let recent: UnsafeMutablePointer<Atomic<UInt64>>

  /// Creates a gate that lets everything through.
  init() {
    limits = Self.words(2 * Self.environments, .max)
    recent = Self.words(Self.recentWords, 0)
  }

  deinit {
    limits.deinitialize(count: 2 * Self.environments).deallocate()
    recent.deinitialize(count: Self.recentWords).deallocate()
  }

  private static func words(_ count: Int, _ value: UInt64) -> UnsafeMutablePointer<Atomic<UInt64>> {
    let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { (words + index).initialize(to: Atomic(value)) }
    return words
  }

  /// Whether a context may be new to its environment's sample.
  ///
  /// - Parameters:
  ///   - environment: The environment's number.
  ///   - now: Milliseconds since 1970 UTC.
  @inline(__always)
  func letsThrough(_ hash: ContextHash, environment: Int64, at now: Int64) -> Bool {
    if let limit = limit(environment, hasUnit: hash.hasUnit),
      hash.value > limit.pointee.load(ordering: .relaxed)
    {
      return false
    }
    return place(of: hash.value).pointee.load(ordering: .relaxed) != Self.word(hash.value, now)
  }

  /// Lets a context pass no more for the rest of the minute.
  func note(_ hash: ContextHash, at now: Int64) {
    place(of: hash.value).pointee.store(Self.word(hash.value, now), ordering: .relaxed)
  }

  /// Lets nothing with a larger hash through from now on.
  func set(_ limit: UInt64, hasUnit: Bool, environment: Int64) {
    self.limit(environment, hasUnit: hasUnit)?.pointee.store(limit, ordering: .relaxed)
  }

  /// Lets everything through again that was taken down within the minute, after some of it was forgotten.
  func forgetRecent() {
    for index in 0..<Self.recentWords { (recent + index).pointee.store(0, ordering: .relaxed) }
  }

  private func limit(_ environment: Int64, hasUnit: Bool) -> UnsafeMutablePointer<Atomic<UInt64>>? {
    guard environment >= 0, environment < Int64(Self.environments) else { return nil }
    return limits + (2 * Int(environment) + (hasUnit ? 0 : 1))
  }

  private func place(of hash: UInt64) -> UnsafeMutablePointer<Atomic<UInt64>> {
    recent + Int(truncatingIfNeeded: hash & UInt64(Self.recentWords - 1))
  }

  /// The bits of a hash that its place does not tell, and the minute.
  private static func word(_ hash: UInt64, _ now: Int64) -> UInt64 {
    (hash & ~0x3FFF) | (UInt64(bitPattern: now / milliseconds) & 0x3FFF)
  }
}
