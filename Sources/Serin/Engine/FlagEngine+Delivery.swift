import Foundation
import SerinLock

extension FlagEngine {
  /// Does on the main thread what has gathered for it, in order.
  ///
  /// What gathers meanwhile has a turn of its own: a completion that asks again at once, and is answered at once, must not
  /// keep the main thread from everything else.
  @MainActor
  func deliver() {
    let deliveries = core.withLock { state in
      defer { state.outbox = [] }
      return state.outbox
    }
    for delivery in deliveries {
      switch delivery {
      case .completion(let completion, let error): completion(error)
      case .change(let change): announce(change)
      case .notification(let change): post(change)
      }
    }
    let isDone = core.withLock { state in
      state.isDelivering = !state.outbox.isEmpty
      return !state.isDelivering
    }
    if !isDone { Task { @MainActor in deliver() } }
  }

  /// Tells every listener of a change.
  ///
  /// Listeners may come and go from inside a call: one that has been removed is not called any more, one that was added
  /// hears of the next change.
  @MainActor
  private func announce(_ change: FlagsChange) {
    let (owner, numbers) = core.withLock { ($0.owner, $0.listeners.map(\.number)) }
    guard let owner else { return }
    for number in numbers {
      let listener = core.withLock { state in state.listeners.first { $0.number == number }?.listener }
      listener?.featureFlags(owner, didUpdate: change)
    }
  }

  func addListener(_ listener: any FeatureFlagsUpdateListener) {
    changeListeners { state, living in
      guard !state.isClosed, !living.contains(where: { $0 === listener }) else { return }
      let number = state.newNumber()
      state.listeners.append(EngineState.ListenerEntry(number: number, listener: listener))
    }
  }

  func removeListener(_ listener: any FeatureFlagsUpdateListener) {
    changeListeners { state, living in
      // In the order of the entries, which are those of the living.
      state.listeners = zip(state.listeners, living).filter { $0.1 !== listener }.map(\.0)
    }
  }

  /// Drops the entries of listeners that are gone, and changes what is left.
  ///
  /// The listeners are kept until the lock is free: looking at one may be what keeps it last, and the end of its life is
  /// the app's own code, which as a rule removes the listener from here.
  private func changeListeners(_ body: (inout EngineState, _ living: [any FeatureFlagsUpdateListener]) -> Void) {
    let kept = core.withLock { state in
      let entries = state.listeners.compactMap { entry in entry.listener.map { (entry, $0) } }
      state.listeners = entries.map(\.0)
      let living = entries.map(\.1)
      body(&state, living)
      return living
    }
    withExtendedLifetime(kept) {}
  }
}
