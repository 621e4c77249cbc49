import Foundation
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
  var cursor: Cursor?

  /// The largest page.
  static let maximumLimit: Int64 = 500

  /// The place in an order behind a flag.
  struct Cursor: Sendable, Hashable {
    let value: String
    let key: String

    /// The cursor as it is sent: base 64 of a JSON array, so that nobody takes it for something to be made by hand.
    var text: String { Data(JSONValue.array([.string(value), .string(key)]).serialized()).base64EncodedString() }

    init(value: String, key: String) {
      self.value = value
      self.key = key
    }

    /// Reads a cursor; nil when it is not one of ours.
    init?(parsing text: String) {
      guard let data = Data(base64Encoded: text),
        let parts = (try? JSONValue(parsing: Array(data), options: .control))?.arrayValue?.compactMap(\.stringValue),
        parts.count == 2
      else { return nil }
      self.init(value: parts[0], key: parts[1])
    }
  }

  /// What a flag is ordered by, as bytes that compare in that order; a flag without it stands last.
  func value(of flag: FlagRecord) -> String {
    switch order {
    case .key: ""
    case .created:
      Self.creation(of: flag)
    case .expires: flag.expiresOn ?? "\u{10FFFF}"
    case .kind: flag.kind
    case .owner: flag.owner
    }
  }

  /// When a flag was created, as bytes that compare in that order.
  private static func creation(of flag: FlagRecord) -> String {
    // As many digits for each, so that the bytes are in the order of the numbers; 15 last longer than Serin will.
    String(repeating: "0", count: max(0, 15 - String(flag.createdAt).count)) + String(flag.createdAt)
  }

  /// Whether one place comes before another one.
  func precedes(_ a: Cursor, _ b: Cursor) -> Bool {
    let isBefore = a.value.hasSameBytes(as: b.value) ? a.key.precedesInBytes(b.key) : a.value.precedesInBytes(b.value)
    return isDescending ? !isBefore && a != b : isBefore
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
  func place(of flag: FlagRecord) -> Cursor {
    let suffix = flag.deletedAt == nil ? "" : " \(Self.creation(of: flag)) \(flag.id)"
    return Cursor(value: value(of: flag), key: flag.key + suffix)
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
    return words.allSatisfy(entry.contains)
  }
}
