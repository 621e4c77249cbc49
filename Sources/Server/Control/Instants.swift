import Foundation

/// How instants are written in answers.
enum Instants {
  /// RFC 3339 in UTC with milliseconds.
  static func text(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
