/// When one version of an app used a flag in an environment.
public struct FlagUse: Sendable, Hashable {
  /// How many versions are told apart for a flag in an environment.
  ///
  /// A new one takes the place of that whose last use is longest ago, if that was on an earlier day (UTC), and counts for
  /// ``AppVersionText/other`` otherwise.
  public static let maximumVersions = 200
  /// How many versions of which nothing was known a day (UTC) may bring; more count for ``AppVersionText/other``.
  public static let maximumNewVersions = 50

  /// The environment's number.
  public var environment: Int64
  /// The flag, or ``FlagUsage/everyFlag``.
  public var flagID: String
  /// The version of the app, as ``AppVersionText`` keeps it.
  public var appVersion: String
  /// The first use that is remembered, in milliseconds since 1970 UTC.
  public var firstAt: Int64
  /// The last use, in milliseconds since 1970 UTC.
  public var lastAt: Int64

  /// Creates a use.
  public init(environment: Int64, flagID: String, appVersion: String, firstAt: Int64, lastAt: Int64) {
    self.environment = environment
    self.flagID = flagID
    self.appVersion = appVersion
    self.firstAt = firstAt
    self.lastAt = lastAt
  }
}
