/// Flags that are found by the exact bytes of their keys.
///
/// A class, so that handing a snapshot around costs one reference; nothing in it ever changes.
final class FlagTable: Sendable {
  /// Sorted by the bytes of the keys, each key once.
  let flags: [FeatureFlag]
  /// The flags' keys, and after them the watched ones that no flag has.
  private let index: KeyIndex
  /// What most readings want to know of the key at the same place.
  private let marks: [Mark]
  /// Whether the reading of a key that the table does not have has a consequence.
  private let watchesOthers: Bool

  /// What there is to know of a key.
  private struct Mark: OptionSet, Sendable {
    let rawValue: UInt8

    static let isOn = Mark(rawValue: 1)
    /// A reading has a consequence.
    static let isWatched = Mark(rawValue: 2)
  }

  static let empty = FlagTable([])

  /// Creates a table; of flags with the same key the last one counts.
  ///
  /// - Parameter policies: Say which readings have a consequence.
  init(_ flags: [FeatureFlag], watching policies: FlagPolicies = .none) {
    self.flags = Self.sortedAndUnique(flags)
    watchesOthers = policies.watchesUndeclared
    guard !policies.isIdle else {
      index = KeyIndex(self.flags.lazy.map(\.key))
      marks = self.flags.map { $0.isEnabled ? .isOn : [] }
      return
    }
    let keys = self.flags.map { ExactString($0.key) }
    let present = Set(keys)
    let absent = policies.watchedKeys.filter { !present.contains(ExactString($0)) }
    index = KeyIndex(keys.map(\.string) + absent)
    let known = zip(self.flags, keys).map { flag, key -> Mark in
      let mark: Mark = flag.isEnabled ? .isOn : []
      return policies.isWatched(key) ? mark.union(.isWatched) : mark
    }
    marks = known + absent.map { _ in .isWatched }
  }

  func flag(_ key: String) -> FeatureFlag? {
    guard let position = index.position(of: key), position < flags.count else { return nil }
    return flags[position]
  }

  /// The flag of a key whose readings have no consequence.
  ///
  /// - Parameter isDone: Becomes false when they have, or may have.
  @inline(__always)
  func flag(_ key: String, isDone: inout Bool) -> FeatureFlag? {
    guard let position = index.position(of: key) else {
      isDone = !watchesOthers
      return nil
    }
    guard !marks[position].contains(.isWatched) else {
      isDone = false
      return nil
    }
    return flags[position]
  }

  /// Whether that flag is on, without copying the flag.
  func isEnabled(_ key: String) -> Bool? {
    guard let position = index.position(of: key), position < flags.count else { return nil }
    return marks[position].contains(.isOn)
  }

  /// Whether the flag of a key is on whose readings have no consequence; see ``flag(_:isDone:)``.
  @inline(__always)
  func isEnabled(_ key: String, isDone: inout Bool) -> Bool? {
    guard let position = index.position(of: key) else {
      isDone = !watchesOthers
      return nil
    }
    let mark = marks[position]
    isDone = !mark.contains(.isWatched)
    return isDone ? mark.contains(.isOn) : nil
  }

  /// The keys that answer otherwise here than there, flags that only one of the two has included.
  func changedKeys(from earlier: FlagTable) -> Set<String> {
    guard self !== earlier else { return [] }
    var changed: Set<String> = []
    for flag in flags {
      if let before = earlier.flag(flag.key), before.hasSameEffect(as: flag) { continue }
      changed.insert(flag.key)
    }
    for flag in earlier.flags where isEnabled(flag.key) == nil {
      changed.insert(flag.key)
    }
    return changed
  }

  private static func sortedAndUnique(_ flags: [FeatureFlag]) -> [FeatureFlag] {
    // A server sends them so, and what is stored was sent by a server.
    let isSorted = zip(flags, flags.dropFirst()).allSatisfy { $0.key.precedesInBytes($1.key) }
    if isSorted { return flags }
    var latest = [ExactString: FeatureFlag](minimumCapacity: flags.count)
    for flag in flags {
      latest[ExactString(flag.key)] = flag
    }
    return latest.values.sorted { $0.key.precedesInBytes($1.key) }
  }
}
