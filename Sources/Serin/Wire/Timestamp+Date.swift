package import Foundation

extension Timestamp {
  /// The instant of a date; one outside the years that a document can name is moved to the nearer end.
  package init(nearest date: Date) {
    let seconds = date.timeIntervalSince1970
    self = Timestamp(secondsSince1970: seconds) ?? (seconds < 0 ? .earliest : .latest)
  }
}

extension Date {
  /// The date of an instant, to the microsecond.
  package init(_ instant: Timestamp) {
    self.init(timeIntervalSince1970: TimeInterval(instant.microseconds) / 1_000_000)
  }
}
