/// How long usage is kept, by a store's clock.
struct UsageAge {
  /// How long hours are kept apart, in days.
  static let hourlyDays: Int64 = 90
  /// How long days, and the last uses, are kept, in days: two years.
  static let dailyDays: Int64 = 730

  private static let millisecondsPerHour: Int64 = 3_600_000
  private static let hoursPerDay: Int64 = 24
  private static let millisecondsPerDay = hoursPerDay * millisecondsPerHour

  /// The instant now, in milliseconds since 1970 UTC.
  let now: Int64
  /// After how many days without a use a version is not told apart any more.
  let versionDays: Int64

  private var today: Int64 { Self.hour(of: now) / Self.hoursPerDay }
  /// The first hour that stays an hour; it begins a day, so that no day is half hours and half day.
  var firstHour: Int64 { (today - Self.hourlyDays) * Self.hoursPerDay }
  /// The first day that is kept.
  var firstDay: Int64 { today - Self.dailyDays }
  /// Uses before this instant are forgotten.
  var firstUse: Int64 { firstDay * Self.millisecondsPerDay }

  /// Versions whose last use is before this instant are not told apart any more.
  var firstVersionUse: Int64 { now - versionDays * Self.millisecondsPerDay }

  /// The day of an instant, in days since 1970 UTC.
  static func day(of instant: Int64) -> Int64 { instant / millisecondsPerDay }

  /// The hour of an instant, in hours since 1970 UTC.
  static func hour(of instant: Int64) -> Int64 { instant / millisecondsPerHour }
}
