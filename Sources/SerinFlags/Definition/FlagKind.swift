/// What a flag is for.
public enum FlagKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// Widens a new feature; goes away afterwards.
  case release
  /// Compares variations.
  case experiment
  /// Takes a feature away at once; on by default, and never expires.
  case killSwitch
  /// Steers how the system runs.
  case ops
  /// Gives a feature to some users for good.
  case permission
}
