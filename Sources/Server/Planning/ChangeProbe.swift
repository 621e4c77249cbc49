import SerinLock
import Store

/// Takes a change down that would be written, to see what it would do.
final class ChangeProbe: Sendable {
  /// Whether changes are refused that need an approval.
  let isGuarded: Bool
  private let taken = Lock<Change?>(nil)

  init(isGuarded: Bool) { self.isGuarded = isGuarded }

  /// The change; nil when there is nothing to change.
  var change: Change? { taken.withLock { $0 } }

  /// Takes a change down, and answers as a store to which it makes no difference.
  func take(_ change: Change) -> Commit {
    taken.withLock { $0 = change }
    return Commit(at: 0, environments: [], items: [], flags: [], auditSequences: [])
  }
}
