/// When a flag was used in an environment, by whichever versions of apps.
public struct FlagUsePeriod: Sendable, Hashable {
  /// The environment's number.
  public var environment: Int64
  /// The flag.
  public var flagID: String
  /// The first use that is remembered, in milliseconds since 1970 UTC.
  public var firstAt: Int64
  /// The last use, in milliseconds since 1970 UTC.
  public var lastAt: Int64

  /// Creates a period.
  public init(environment: Int64, flagID: String, firstAt: Int64, lastAt: Int64) {
    self.environment = environment
    self.flagID = flagID
    self.firstAt = firstAt
    self.lastAt = lastAt
  }
}
