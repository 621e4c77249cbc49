public import Foundation

/// How the previous run of the app ended, and which flags people had been exposed to in it.
public struct PreviousExit: Sendable, Hashable {
  /// How a run ended.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// In order: the client was closed, or the process ended by itself.
    case clean
    /// While nobody looked at the app: the system ends such processes all day.
    case inBackground
    /// Another version of the app, or of the system, has run since.
    case updated
    /// The device was started anew.
    case rebooted
    /// It crashed, as the host's crash reporter said through `recordCrashOfPreviousRun`.
    case crashed
    /// In front of a person, and nobody said why: memory, a watchdog, a forced quit, or a crash that was not reported.
    case unexplained
  }

  /// How the run ended.
  public let kind: Kind
  /// The flags that people were exposed to in it, each once, in their last state.
  public let exposed: [FeatureFlag]
  /// When the run started, by its own wall clock.
  public let startedAt: Date
  /// For how many seconds it is known to have lasted; the death itself came up to a minute later.
  public let duration: TimeInterval

  /// Creates a value, for tests and previews.
  ///
  /// - Parameters:
  ///   - kind: How the run ended.
  ///   - exposed: The flags that people were exposed to in it.
  ///   - startedAt: When it started.
  ///   - duration: For how many seconds it lasted.
  public init(kind: Kind, exposed: [FeatureFlag] = [], startedAt: Date, duration: TimeInterval) {
    self.kind = kind
    self.exposed = exposed
    self.startedAt = startedAt
    self.duration = duration
  }
}
