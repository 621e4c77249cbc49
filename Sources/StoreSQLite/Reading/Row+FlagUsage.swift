internal import Store

extension Row {
  /// A use: environment, flag, version, first and last instant.
  func flagUse() -> FlagUse {
    FlagUse(
      environment: integer(0), flagID: text(1), appVersion: text(2), firstAt: integer(3), lastAt: integer(4))
  }

  /// Counts of a day: environment, day, rule, variation, version, evaluated, exposed.
  func flagUsageDay() -> FlagUsageDay {
    FlagUsageDay(
      environment: integer(0), day: integer(1), ruleID: text(2), variation: text(3), appVersion: text(4),
      evaluated: integer(5), exposed: integer(6))
  }
}
