import Foundation

/// Times as files and requests carry them: whole milliseconds since 1970.
extension Date {
  /// Milliseconds since 1970, without a fraction.
  var milliseconds: Double { (timeIntervalSince1970 * 1000).rounded(.down) }

  /// The time so many milliseconds after 1970.
  init(milliseconds: Double) {
    self.init(timeIntervalSince1970: milliseconds / 1000)
  }

  /// The same without what is less than a millisecond, so that it is the same after it was stored.
  var wholeMilliseconds: Date { Date(milliseconds: milliseconds) }
}
