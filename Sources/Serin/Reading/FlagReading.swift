/// Something that flags can be read from.
///
/// Reading is synchronous, never waits and never throws, and may be done from any thread. Take it as a parameter where a
/// part of an app reads flags: ``FlagsSnapshot`` then stands in for the client in tests and previews.
public protocol FlagReading: Sendable {
  /// The flag of exactly that key, upper and lower case included.
  ///
  /// - Returns: nil when flags are not known yet, and for a key that is unknown, archived or broken.
  func get(_ key: String) -> FeatureFlag?

  /// Whether the flag of that key is on.
  ///
  /// A requirement, so that a source may have a quicker way than to build the whole flag; it must answer as `get` does.
  ///
  /// - Parameters:
  ///   - key: The flag's exact key.
  ///   - defaultValue: The answer when ``get(_:)`` has none.
  func isEnabled(_ key: String, default defaultValue: Bool) -> Bool

  /// The flag with why it is what it is, for debug menus and bridges to other interfaces.
  func details(_ flag: FlagKey) -> FlagDetails

  /// Is told what a typed reading or a kill-switch guard gave in place of the flag's own answer.
  ///
  /// A requirement, so that a client may report it; by default nothing happens. Called from whatever thread reads, possibly
  /// for every reading; it must not wait.
  func didFallBack(_ fallback: FlagFallback)
}

extension FlagReading {
  /// Whether the flag of that key is on; the default when ``get(_:)`` has no answer.
  public func isEnabled(_ key: String, default defaultValue: Bool) -> Bool {
    get(key)?.isEnabled ?? defaultValue
  }

  /// What ``get(_:)`` says of the flag; one without an answer is ``FlagReason/unknownFlag``.
  public func details(_ flag: FlagKey) -> FlagDetails {
    FlagDetails(of: flag, get(flag.name), reason: .unknownFlag, isPinned: false)
  }

  /// Does nothing.
  public func didFallBack(_ fallback: FlagFallback) {}
}
