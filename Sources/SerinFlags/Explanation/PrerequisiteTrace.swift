/// What became of one prerequisite.
public struct PrerequisiteTrace: Sendable, Hashable {
  /// What is required.
  public var prerequisite: Prerequisite
  /// The variation that the other flag serves; nil when there is no such flag or it is malformed.
  public var variation: String?
  /// Whether that variation is enabled.
  public var isEnabled: Bool
  /// Why the other flag answers so; nil when there is no such flag.
  public var reason: FlagReason?
  /// Whether it is what is required; nil when that could not be decided, or was not reached.
  public var isMet: Bool?

  /// A prerequisite that was not reached.
  init(_ prerequisite: Prerequisite) {
    self.prerequisite = prerequisite
    isEnabled = false
  }
}
