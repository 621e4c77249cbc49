public import Foundation

extension CalendarDay {
  /// The day of an instant in UTC, within the years 0001 to 9999; what lies outside is moved to the nearer end.
  public init(_ date: Date) {
    self.init(Timestamp(nearest: date))
  }

  /// The present day in UTC, by the system's clock.
  public static func today() -> CalendarDay { CalendarDay(Date()) }
}
