/// Something the SDK has to tell a developer.
///
/// A message never holds an id, a client key or the value of an attribute. It names a flag only where that name stands in
/// the app's own code.
public struct FlagLogMessage: Sendable {
  /// How much it matters.
  public enum Level: Sendable {
    /// Of interest while looking for a mistake in the SDK itself.
    case debug
    /// A normal event.
    case info
    /// Something does not work, flags do.
    case warning
    /// Flags cannot be refreshed until the configuration is mended.
    case error
  }

  /// How much it matters.
  public let level: Level
  /// What happened.
  public let text: String

  /// Creates a message, for tests of code that is given messages.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - text: What happened.
  public init(level: Level, text: String) {
    self.level = level
    self.text = text
  }
}
