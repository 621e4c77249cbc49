/// A flag as the app's code knows it: its key, its default, what it is for and who looks after it.
///
/// Declare each flag once, as a static of this type or in a ``FlagCatalog``, and read it by that name: a slip of the pen
/// then does not compile.
///
/// ```swift
/// extension FlagKey {
///   nonisolated static let newCheckout = release("new_checkout", owner: "payments-team", expires: "2027-03-01")
/// }
/// if flags.isEnabled(.newCheckout) { showNewCheckout() }
/// ```
///
/// Hand the flags to ``FeatureFlags/Configuration/declared`` as well: kind, stability and impressions count only for flags
/// that the client knows from there. A string is no flag key, and each kind of flag has its own way to be made, which asks
/// for what that kind needs.
public struct FlagKey: Sendable, Hashable {
  /// The flag's exact key.
  public let name: String
  /// What the flag is for.
  public let kind: FlagKind
  /// The answer while the flag has none.
  public let defaultValue: Bool
  /// Who looks after the flag.
  public let owner: String
  /// The first day on which the flag counts as expired; nil for a flag that stays.
  public let expires: CalendarDay?
  /// How long a value that was read stays.
  public let stability: FlagStability
  /// Who says that a person reached the code behind the flag.
  public let impressions: ImpressionPolicy

  init(
    name: String, kind: FlagKind, defaultValue: Bool, owner: String, expires: CalendarDay? = nil,
    stability: FlagStability = .live, impressions: ImpressionPolicy = .manual
  ) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.owner = owner
    self.expires = expires
    self.stability = stability
    self.impressions = impressions
  }
}
