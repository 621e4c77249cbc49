import SerinLock

/// Who is told what becomes of the rulesets in memory.
///
/// They are told on the keeper, after what they are told about is in memory, in the order of the changes. Safe to use from
/// any thread.
final class ChangeObservers: Sendable {
  typealias Observer = @Sendable (RulesetChange) -> Void

  private let observers = Lock<[Observer]>([])

  /// Tells somebody from now on.
  func add(_ observer: @escaping Observer) { observers.withLock { $0.append(observer) } }

  func tell(_ change: RulesetChange) {
    for observer in observers.withLock({ $0 }) { observer(change) }
  }
}
