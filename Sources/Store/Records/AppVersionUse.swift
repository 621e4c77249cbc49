/// When a version of an app asked for whichever flags in an environment.
public struct AppVersionUse: Sendable, Hashable {
  /// The environment's number.
  public var environment: Int64
  /// The version of the app, as ``AppVersionText`` keeps it.
  public var appVersion: String
  /// When it asked last, in milliseconds since 1970 UTC.
  public var lastAt: Int64

  /// Creates a use.
  public init(environment: Int64, appVersion: String, lastAt: Int64) {
    self.environment = environment
    self.appVersion = appVersion
    self.lastAt = lastAt
  }
}
