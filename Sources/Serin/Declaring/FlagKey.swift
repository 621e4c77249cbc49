/// A flag as the app's code knows it: its key, its default, what it is for and who looks after it.
public struct FlagKey: Sendable, Hashable {
  /// The flag's exact key.
  public let name: String
  /// What the flag is for.
  public let kind: FlagKind
  /// The answer while the flag has none.
  public let defaultValue: Bool
  /// Who looks after the flag.
  public let owner: String
  /// How long a value that was read stays.
  public let stability: FlagStability
  /// Who says that a person reached the code behind the flag.
  public let impressions: ImpressionPolicy
}
