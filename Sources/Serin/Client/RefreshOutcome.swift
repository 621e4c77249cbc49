public import Foundation

/// How a refresh that did not fail has ended.
public enum RefreshOutcome: Sendable, Hashable {
  /// The server's answer differs from what was in effect, in these keys.
  case updated(changedKeys: Set<String>)
  /// The flags in effect are the server's; no flag answers otherwise than before.
  case unchanged
  /// The flags were confirmed less than five minutes ago, so the server was not asked.
  ///
  /// The stored flags are the answer. The date says from when on a refresh is sent again.
  case throttled(until: Date)
  /// The server could not decide some flags in time.
  ///
  /// Those keep the value they had. The next refresh is not throttled.
  case partial(undecided: Set<String>)
}
