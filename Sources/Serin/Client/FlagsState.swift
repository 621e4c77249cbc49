public import Foundation

/// Where the flags in effect come from, and how old they are.
public struct FlagsState: Sendable, Hashable {
  /// Who gave the answer in effect.
  ///
  /// `.remote` is an answer of this run, `.stored` one of an earlier run that the server has not confirmed yet, a source's
  /// name that there is none of the server but one of that source, `.code` no answer at all: every flag has the default
  /// given in code.
  public let origin: FlagOrigin
  /// Whether some flags of the last answer were left undecided.
  public let isPartial: Bool
  /// The store epoch of the answer in effect.
  public let epoch: Int64?
  /// The ruleset's revision of the answer in effect.
  public let revision: Int64?
  /// When the server, or another source, gave or last confirmed the answer; nil for one that is a part of the app.
  public let confirmedAt: Date?
  /// When the answer, or the oldest part of a partial one, stops being used; nil when never.
  public let expiresAt: Date?
  /// The error of the latest request, or nil when that one succeeded.
  public let lastError: FeatureFlagsError?
  /// Whether the server announces changes now; otherwise they arrive with the hourly request.
  public let isStreaming: Bool

  /// Creates a state, for tests of code that shows it.
  public init(
    origin: FlagOrigin, isPartial: Bool = false, epoch: Int64? = nil, revision: Int64? = nil, confirmedAt: Date? = nil,
    expiresAt: Date? = nil, lastError: FeatureFlagsError? = nil, isStreaming: Bool = false
  ) {
    self.origin = origin
    self.isPartial = isPartial
    self.epoch = epoch
    self.revision = revision
    self.confirmedAt = confirmedAt
    self.expiresAt = expiresAt
    self.lastError = lastError
    self.isStreaming = isStreaming
  }
}
