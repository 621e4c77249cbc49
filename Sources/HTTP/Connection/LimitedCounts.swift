/// Counts by key, each of which may have a limit.
struct LimitedCounts<Key: Hashable & Sendable>: Sendable {
  /// The largest count of a key; nil means no limit.
  let limit: Int?
  private var counts: [Key: Int] = [:]

  init(limit: Int?) { self.limit = limit }

  /// The count of a key.
  subscript(key: Key) -> Int { counts[key, default: 0] }

  /// Whether the count of a key may grow.
  func hasRoom(for key: Key) -> Bool { limit.map { self[key] < $0 } ?? true }

  /// Counts one more.
  mutating func add(_ key: Key) { counts[key, default: 0] += 1 }

  /// Counts one less; a key without a count takes no memory.
  mutating func remove(_ key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }
}
