import Foundation

/// Turns notifications of the system into lifecycle phases.
struct NotificationPhases: Sendable {
  /// Which notification means which phase.
  let phases: [Notification.Name: LifecyclePhase]
  /// Where the notifications are posted.
  let center: NotificationCenter

  /// The phases from now on.
  ///
  /// The notification is taken down on the thread that posts it, so that phases keep their order.
  func stream() -> AsyncStream<LifecyclePhase> {
    let (stream, continuation) = AsyncStream.makeStream(of: LifecyclePhase.self)
    let observers = phases.map { name, phase in
      center.addObserver(forName: name, object: nil, queue: nil) { _ in continuation.yield(phase) }
    }
    let observation = Observation(center: center, observers: observers)
    continuation.onTermination = { _ in observation.end() }
    return stream
  }

  /// Sendable without the compiler's proof: the observers are opaque, and all that is done with them is to hand them
  /// back to the notification centre, which may be called from any thread.
  private struct Observation: @unchecked Sendable {
    let center: NotificationCenter
    let observers: [any NSObjectProtocol]

    func end() {
      observers.forEach(center.removeObserver)
    }
  }
}
