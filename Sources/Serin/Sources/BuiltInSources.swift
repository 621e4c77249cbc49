/// The place of the values that are set by hand on this device; see ``FeatureFlags/overrides``.
public struct OverrideSource: FlagSource {
  /// Creates the place.
  public init() {}

  /// `overrides`.
  public var name: String { "overrides" }

  /// Nothing: the client keeps what is overridden itself.
  public func answer(for context: FlagContext, validator: String?) async throws -> FlagAnswer? { nil }
}

/// The place of the flag server's answers, those of an earlier run included.
public struct RemoteSource: FlagSource {
  /// Creates the place.
  public init() {}

  /// `remote`.
  public var name: String { "remote" }

  /// Nothing: the client asks the server itself.
  public func answer(for context: FlagContext, validator: String?) async throws -> FlagAnswer? { nil }
}

extension FlagSource where Self == OverrideSource {
  /// The values that are set by hand on this device.
  public static var overrides: Self { Self() }
}

extension FlagSource where Self == RemoteSource {
  /// The flag server.
  public static var remote: Self { Self() }
}
