/// A day of the Gregorian calendar, without a time and without a time zone: `2027-03-01`.
///
/// A literal that is no day does not trap. It keeps its text for whoever reports it, comes before every real day, and a flag
/// that expires on it counts as expired on every day, so that a slip of the pen is found instead of keeping a flag for ever.
public struct CalendarDay: Sendable, Hashable {
  let year: Int64
  let month: Int64
  let day: Int64
  /// What was written where that is no day; nil for every day that exists.
  let unreadable: ExactString?

  /// Whether it is a day that exists; only a literal can make one that does not.
  public var isValid: Bool { unreadable == nil }

  /// Creates a day, or nil when there is none of that number.
  init?(year: Int64, month: Int64, day: Int64) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, ofYear: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    unreadable = nil
  }

  /// Keeps a text that is no day.
  init(unreadable text: String) {
    year = 0
    month = 0
    day = 0
    unreadable = ExactString(text)
  }

  /// Creates the day that many days after 1970-01-01.
  ///
  /// Years are counted from March, so that the day that leap years add comes last (H. Hinnant, "chrono-compatible
  /// low-level date algorithms").
  init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    unreadable = nil
  }

  /// How many days it is after 1970-01-01; negative before.
  ///
  /// The inverse of ``init(daysSince1970:)``.
  var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func days(inMonth month: Int64, ofYear year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDay: Comparable {
  /// Orders days by time; what is no day comes before all of them, among each other by the bytes of the text.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    switch (left.unreadable, right.unreadable) {
    case (nil, nil): (left.year, left.month, left.day) < (right.year, right.month, right.day)
    case (let left?, let right?): left < right
    case (let left, nil): left != nil
    case (nil, _): false
    }
  }
}

extension CalendarDay {
  /// The day of an instant in UTC, within the years 0001 to 9999; what lies before is moved to the first day.
  public init(_ instant: Timestamp) {
    let bounded = min(max(instant, .earliest), .latest)
    let (days, rest) = bounded.microseconds.quotientAndRemainder(dividingBy: Timestamp.microsecondsPerDay)
    let day = CalendarDay(daysSince1970: rest < 0 ? days - 1 : days)
    self = day.year > 0 ? day : Self.first
  }

  /// 0001-01-01, the first day that documents can write.
  private static let first = CalendarDay(daysSince1970: -719_162)
}
