import Foundation

/// A timer that is set; there is one for all that somebody has to do, set for the earliest.
///
/// It keeps no process alive. Timers stand still while an app is suspended, so nothing may depend on one alone.
struct ArmedTimer: Sendable {
  /// When it goes off, as uptime.
  let due: TimeInterval
  fileprivate let task: Task<Void, Never>
}

extension ArmedTimer? {
  /// Sets the timer anew, unless it is set for that time already.
  ///
  /// - Parameters:
  ///   - due: When it goes off, as uptime; nil stops it.
  ///   - fire: Is told for when the timer was set. By then it may be set for another time, which whoever is called looks
  ///     at first.
  /// - Returns: The earlier timer's task, to be cancelled once no lock is held: its handlers are the clock's own code.
  mutating func set(
    _ due: TimeInterval?, by clock: any FlagClock, _ fire: @escaping @Sendable (TimeInterval) -> Void
  ) -> Task<Void, Never>? {
    guard due != self?.due else { return nil }
    let earlier = self?.task
    self = due.map { due in
      let task = Task {
        // Counted from when the task runs, which may be later than now.
        do { try await clock.sleep(seconds: max(0, due - clock.uptime)) } catch { return }
        fire(due)
      }
      return ArmedTimer(due: due, task: task)
    }
    return earlier
  }
}
