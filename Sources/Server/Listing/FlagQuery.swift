import SerinFlags
import Store

/// Which flags of an environment are wanted, in which order, and how many of them.
struct FlagQuery: Sendable {
  /// What flags are ordered by; flags that are equal in it stand by their keys.
  enum Order: String, Sendable, CaseIterable {
    case key, created, expires, kind, owner
  }

  /// Words in lower case of which each must be in the key, the description, the owner or a tag.
  var words: [[UInt8]] = []
  var kind: FlagKind?
  var owner: String?
  var tag: String?
  /// Only those that are killed here, or only those that are not.
  var isKilled: Bool?
  /// Only those that are past their day, or only those that are not.
  var isExpired: Bool?
  /// Only those that are stale in this way.
  var staleKind: StaleKind?
  /// The ids of the only flags that may be wanted; nil for all.
  var ids: Set<ExactString>?
  var includesArchived = false
  /// Only those of which this has become; then ``includesArchived`` has no say.
  var lifecycle: FlagLifecycle?
  var order = Order.key
  var isDescending = false
  /// How many at most; nil for all.
  var limit: Int?
  /// Where the page before ended; nil for the first one.
  var cursor: ListCursor?

  /// What a flag is ordered by, as bytes that compare in that order; a flag without it stands last.
  func value(of flag: FlagRecord) -> String {
    switch order {
    case .key: ""
    case .created: ListCursor.instant(flag.createdAt)
    case .expires: flag.expiresOn ?? "\u{10FFFF}"
    case .kind: flag.kind
    case .owner: flag.owner
    }
  }

  /// Flags in the wanted order.
  ///
  /// Thousands of flags have few owners, kinds and days: only those are compared.
  /// - Parameter entries: Flags in the order of their keys' bytes.
  func sorted(_ entries: [FlagDirectory.Entry]) -> [FlagDirectory.Entry] {
    var sorted = entries
    if order != .key {
      let groups = Dictionary(grouping: entries) { ExactString(value(of: $0.flag)) }
      sorted = groups.keys.sorted().flatMap { groups[$0] ?? [] }
    }
    return isDescending ? sorted.reversed() : sorted
  }

  /// The place of a flag in the wanted order.
  ///
  /// Several deleted flags may have had one key, so what tells them apart stands behind it.
  func place(of flag: FlagRecord) -> ListCursor {
    let suffix = flag.deletedAt == nil ? "" : " \(ListCursor.instant(flag.createdAt)) \(flag.id)"
    return ListCursor(value: value(of: flag), key: flag.key + suffix)
  }

  /// Whether a flag is wanted.
  /// - Parameters:
  ///   - isKilled: Whether it is killed here.
  ///   - today: The day in UTC, `YYYY-MM-DD`.
  func wants(_ entry: FlagDirectory.Entry, isKilled killed: Bool, today: String) -> Bool {
    let flag = entry.flag
    if let lifecycle {
      guard flag.lifecycle == lifecycle else { return false }
    } else {
      guard includesArchived || flag.archivedAt == nil else { return false }
    }
    if let ids, !ids.contains(ExactString(flag.id)) { return false }
    if let kind, kind.rawValue != flag.kind { return false }
    if let owner, !owner.hasSameBytes(as: flag.owner) { return false }
    if let tag, !flag.tags.contains(where: { $0.hasSameBytes(as: tag) }) { return false }
    if let isKilled, isKilled != killed { return false }
    // A flag is expired from the day after the one that it names.
    if let isExpired, isExpired != (flag.expiresOn.map { $0.precedesInBytes(today) } ?? false) { return false }
    return entry.text.contains(words)
  }
}
