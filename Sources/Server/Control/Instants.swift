import Foundation

/// How instants are written in answers.
enum Instants {
  /// RFC 3339 in UTC with milliseconds.
  static func text(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// A day in UTC, `2027-01-15`.
  /// - Parameter day: Days since 1970-01-01.
  static func day(_ day: Int64) -> String { String(text(day * 86_400_000).prefix(10)) }
}
