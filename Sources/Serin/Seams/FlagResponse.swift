public import Foundation

/// The HTTP answer to a ``FlagRequest``.
public struct FlagResponse: Sendable {
  /// The HTTP status.
  public let status: Int
  /// Header fields by name.
  public let headers: [String: String]
  /// The body; empty for 304.
  public let body: Data

  /// Creates a response.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of a header field, whose name is compared without regard to case as HTTP has it.
  package func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.key.lowercased() == wanted }?.value
  }

  /// Whether the same request may succeed later by itself after that status (408 and 5xx of RFC 9110, 425 of RFC 8470, 429
  /// of RFC 6585).
  static func isTransient(_ status: Int) -> Bool { status >= 500 || [408, 425, 429].contains(status) }

  /// The seconds of a `Retry-After` field; the form with a date, which Serin does not send, is left aside.
  package var retryAfter: TimeInterval? {
    header("Retry-After").flatMap(UInt32.init).map(TimeInterval.init)
  }
}
