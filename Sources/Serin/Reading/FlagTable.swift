/// Flags that are found by the exact bytes of their keys.
///
/// A class, so that handing a snapshot around costs one reference; nothing in it ever changes.
final class FlagTable: Sendable {
  /// Sorted by the bytes of the keys, each key once.
  let flags: [FeatureFlag]
  private let index: KeyIndex
  /// Whether the flag at the same place is on: the one thing that most readings want.
  private let isOn: [Bool]

  static let empty = FlagTable([])

  /// Creates a table; of flags with the same key the last one counts.
  init(_ flags: [FeatureFlag]) {
    self.flags = Self.sortedAndUnique(flags)
    index = KeyIndex(self.flags.lazy.map(\.key))
    isOn = self.flags.map(\.isEnabled)
  }

  func flag(_ key: String) -> FeatureFlag? {
    guard let position = index.position(of: key) else { return nil }
    return flags[position]
  }

  /// Whether that flag is on, without copying the flag.
  func isEnabled(_ key: String) -> Bool? {
    guard let position = index.position(of: key) else { return nil }
    return isOn[position]
  }

  /// The keys that answer otherwise here than there, flags that only one of the two has included.
  func changedKeys(from earlier: FlagTable) -> Set<String> {
    guard self !== earlier else { return [] }
    var changed: Set<String> = []
    for flag in flags {
      if let before = earlier.flag(flag.key), before.hasSameEffect(as: flag) { continue }
      changed.insert(flag.key)
    }
    for flag in earlier.flags where index.position(of: flag.key) == nil {
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
