/// What was counted for one answer of a flag on one day.
public struct FlagUsageDay: Sendable, Hashable {
  /// The environment's number.
  public var environment: Int64
  /// The day, in days since 1970 UTC.
  public var day: Int64
  /// The rule that decided: its id, `default`, or empty.
  public var ruleID: String
  /// The variation that was served; empty where there was none.
  public var variation: String
  /// The version of the app, as ``AppVersionText`` keeps it.
  public var appVersion: String
  /// How often it was evaluated.
  public var evaluated: Int64
  /// How often it was seen.
  public var exposed: Int64

  /// Creates counts.
  public init(
    environment: Int64, day: Int64, ruleID: String, variation: String, appVersion: String, evaluated: Int64,
    exposed: Int64
  ) {
    self.environment = environment
    self.day = day
    self.ruleID = ruleID
    self.variation = variation
    self.appVersion = appVersion
    self.evaluated = evaluated
    self.exposed = exposed
  }
}
