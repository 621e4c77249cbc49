public import Foundation

/// Why flags could not be refreshed.
///
/// The flags in effect stay as they were: those of the last good answer while it is valid, else the defaults given in code.
public struct FeatureFlagsError: Error, Sendable, Hashable {
  /// The domain of the error when it is seen as an `NSError`.
  public static let errorDomain = "Serin.FeatureFlagsError"

  /// What happened, as a number.
  ///
  /// The HTTP status when the server refused. 0 when there was no HTTP answer or nothing was sent. 200 when an answer came
  /// but could not be used.
  public let code: Int

  /// What happened, in words for a developer; it holds no id, key or attribute.
  public let message: String

  /// After how many seconds asking again makes sense, when the server said so.
  public let retryAfter: TimeInterval?

  /// Creates an error.
  public init(code: Int, message: String, retryAfter: TimeInterval? = nil) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }
}

extension FeatureFlagsError: CustomNSError, LocalizedError {
  /// The same as ``code``.
  public var errorCode: Int { code }

  /// The message under the system's key, for code that only knows `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }

  /// The same as ``message``.
  public var errorDescription: String? { message }
}

extension FeatureFlagsError {
  /// Nothing was sent, or there was no HTTP answer.
  static func noAnswer(_ message: String, retryAfter: TimeInterval? = nil) -> FeatureFlagsError {
    FeatureFlagsError(code: 0, message: message, retryAfter: retryAfter)
  }

  /// An answer came that cannot be used.
  static func unusable(_ message: String) -> FeatureFlagsError {
    FeatureFlagsError(code: 200, message: message)
  }

  static let closed = noAnswer("the client is closed")
  static let cancelled = noAnswer("the caller's task was cancelled")
  static let superseded = noAnswer("another user id was set before the answer arrived")
  static let locked = noAnswer("nothing is sent before the device was unlocked for the first time")
  static let appExtension = noAnswer("an app extension reads what the app stored and never asks the server")
}
