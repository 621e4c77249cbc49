/// What the app has said of its flags: their kind, and what their first reading does.
struct FlagPolicies: Sendable {
  private let declared: [ExactString: FlagKey]
  private let stability: FlagStability
  private let impressions: ImpressionPolicy
  /// The flags that are declared as kill switches.
  let killSwitches: Set<ExactString>
  /// The declared keys whose readings have a consequence.
  let watchedKeys: [String]
  /// Whether the reading of a key that is not declared has a consequence.
  let watchesUndeclared: Bool

  /// Nothing is declared, and no reading has a consequence.
  static let none = FlagPolicies([], stability: .live, impressions: .manual)

  /// Takes declarations; of those with the same key the last one counts.
  init(_ declared: [FlagKey], stability: FlagStability, impressions: ImpressionPolicy) {
    var table: [ExactString: FlagKey] = [:]
    for flag in declared { table[ExactString(flag.name)] = flag }
    self.declared = table
    self.stability = stability
    self.impressions = impressions
    killSwitches = Set(table.filter { $0.value.kind == .killSwitch }.keys)
    watchedKeys = table.values.filter { $0.stability != .live || $0.impressions != .manual }.map(\.name)
    watchesUndeclared = stability != .live || impressions != .manual
  }

  /// Whether no reading at all has a consequence.
  var isIdle: Bool { watchedKeys.isEmpty && !watchesUndeclared }

  /// How long the flag keeps the value that was read first.
  func stability(of key: ExactString) -> FlagStability {
    declared[key]?.stability ?? stability
  }

  /// Whether reading the flag says that a person reached the code behind it.
  func isImpression(_ key: ExactString) -> Bool {
    (declared[key]?.impressions ?? impressions) == .onFirstRead
  }

  /// Whether reading the flag has a consequence.
  func isWatched(_ key: ExactString) -> Bool {
    stability(of: key) != .live || isImpression(key)
  }

  /// Those of the flags that go back to their default when the app crashed with them.
  func suspects(among keys: Set<ExactString>) -> Set<ExactString> {
    keys.filter { [.release, .experiment].contains(declared[$0]?.kind ?? .release) }
  }
}
