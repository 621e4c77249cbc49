import SerinFlags

/// The sample of one environment's contexts as far as one server has seen them.
///
/// Of each unit it has the newest context, and of all units those with the smallest hashes: a sample that is uniform over
/// the units seen lately, however often each of them asks, and that several servers draw alike. Contexts without a unit
/// have a part of their own, so that they cannot push the others out.
struct ContextSample: Sendable {
  /// How many contexts an environment has at most.
  static let capacity = 1000
  /// How many of them may have no unit.
  static let capacityWithoutUnit = 100
  /// How long a context is kept, in milliseconds: a day.
  static let lifetime: Int64 = 86_400_000
  /// How large a context may be, in bytes of JSON text; larger ones are left out.
  static let maximumBytes = 4096

  /// A context of the sample.
  struct Entry: Sendable, Hashable {
    /// Milliseconds since 1970 UTC.
    var seenAt: Int64
    /// The context's JSON text; nil once it is in the store.
    var unwritten: String?
  }

  private(set) var entries: [ContextHash: Entry] = [:]
  private var countWithoutUnit = 0

  /// Takes a context in, unless the sample is full of smaller hashes.
  /// - Returns: Whether it is part of the sample now.
  mutating func add(_ hash: ContextHash, _ context: String, at instant: Int64) -> Bool {
    guard hash.value <= limit(hasUnit: hash.hasUnit) else { return false }
    if let known = entries[hash], known.seenAt > instant { return true }
    let isNew = entries.updateValue(Entry(seenAt: instant, unwritten: context), forKey: hash) == nil
    if isNew, !hash.hasUnit { countWithoutUnit += 1 }
    if countWithoutUnit > Self.capacityWithoutUnit { removeLargest(hasUnit: false) }
    if entries.count > Self.capacity { removeLargest(hasUnit: true) }
    return entries[hash] != nil
  }

  /// The largest hash that is part of the sample, or would become one.
  func limit(hasUnit: Bool) -> UInt64 {
    let isFull = hasUnit ? entries.count >= Self.capacity : countWithoutUnit >= Self.capacityWithoutUnit
    guard isFull else { return .max }
    return entries.keys.lazy.filter { $0.hasUnit == hasUnit }.map(\.value).max() ?? .max
  }

  /// Lets go of what was seen before an instant.
  mutating func expire(before instant: Int64) { keep { _, entry in entry.seenAt >= instant } }

  /// Lets go of one unit's context.
  mutating func remove(_ hash: ContextHash) { keep { other, _ in other != hash } }

  /// What the store does not have yet; it counts as written from now on.
  mutating func takeUnwritten() -> [(hash: ContextHash, context: String, seenAt: Int64)] {
    var taken: [(hash: ContextHash, context: String, seenAt: Int64)] = []
    for (hash, entry) in entries {
      guard let context = entry.unwritten else { continue }
      taken.append((hash, context, entry.seenAt))
      entries[hash]?.unwritten = nil
    }
    return taken
  }

  private mutating func keep(_ isKept: (ContextHash, Entry) -> Bool) {
    entries = entries.filter { isKept($0.key, $0.value) }
    countWithoutUnit = entries.keys.count { !$0.hasUnit }
  }

  private mutating func removeLargest(hasUnit: Bool) {
    let candidates = entries.keys.filter { $0.hasUnit == hasUnit }
    guard let largest = candidates.max(by: { $0.value < $1.value }) else { return }
    entries[largest] = nil
    if !hasUnit { countWithoutUnit -= 1 }
  }
}
