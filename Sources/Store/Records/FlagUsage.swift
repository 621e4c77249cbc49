/// How often one answer of one flag was given and seen in one hour, by one version of an app.
public struct FlagUsage: Sendable, Hashable {
  /// What stands in the place of a flag's id where a client was told that the answer it has still holds: it went on with
  /// every flag of the environment.
  public static let everyFlag = ""
  /// How many versions of apps are told apart for one flag in one environment and hour, beside ``AppVersionText/none`` and
  /// ``AppVersionText/other``.
  public static let maximumVersions = 50

  /// The environment's number.
  public var environment: Int64
  /// The flag, or ``everyFlag``.
  public var flagID: String
  /// The hour, in hours since 1970 UTC.
  public var hour: Int64
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
  /// The instant of the last of these uses, in milliseconds since 1970 UTC.
  public var lastAt: Int64

  /// Creates counts.
  public init(
    environment: Int64, flagID: String, hour: Int64, ruleID: String = "", variation: String = "",
    appVersion: String = AppVersionText.none, evaluated: Int64 = 0, exposed: Int64 = 0, lastAt: Int64
  ) {
    self.environment = environment
    self.flagID = flagID
    self.hour = hour
    self.ruleID = ruleID
    self.variation = variation
    self.appVersion = appVersion
    self.evaluated = evaluated
    self.exposed = exposed
    self.lastAt = lastAt
  }
}
