/// Dates as they stand in header fields: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
enum HTTPDate {
  /// Renders an instant.
  ///
  /// - Parameter seconds: Seconds since 1970 UTC.
  static func bytes(secondsSince1970 seconds: Int) -> [UInt8] {
    let days = floorDivide(seconds, 86_400)
    let (year, month, day) = civil(fromDays: days)
    let time = seconds - days * 86_400
    let weekday = weekdays[(days % 7 + 11) % 7]
    let text =
      "\(weekday), \(padded(day)) \(months[month - 1]) \(padded(year, to: 4)) "
      + "\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60)) GMT"
    return Array(text.utf8)
  }

  /// The date in the proleptic Gregorian calendar, by Howard Hinnant's `civil_from_days`.
  ///
  /// Years begin in March there, so that the leap day is the last day of the year.
  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    (value >= 0 ? value : value - divisor + 1) / divisor
  }

  private static func padded(_ value: Int, to width: Int = 2) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
