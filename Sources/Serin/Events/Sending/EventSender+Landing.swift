import Dispatch
import Foundation
import SerinLock

extension EventSender {
  /// Takes the end of a batch in, on the serial queue.
  ///
  /// - Parameters:
  ///   - batch: What was sent; nil when nothing is known of it any more.
  ///   - reported: How many lost events the server was told of.
  func land(_ number: UInt64, _ batch: EventBatch?, _ delivered: Delivered, reported: Int) {
    serial.async { [self] in
      // A batch that was given up and arrives after all is sent again, with the same ids.
      guard state.withLock({ $0.flight?.number == number }) else { return }
      settle(batch?.events ?? [], delivered, reported: reported)
      finish(number, batch?.events.count ?? 0, delivered)
    }
  }

  /// Changes the queue of events.
  private func settle(_ events: [EventRecord], _ delivered: Delivered, reported: Int) {
    let now = configuration.clock.now
    let ids = Set(events.map(\.id))
    switch delivered {
    case .accepted: queue.remove(ids, reported: reported, at: now)
    // What cannot be divided will not be taken another time either.
    case .tooLarge, .unreadable: if events.count == 1 { queue.remove(ids, lost: 1, at: now) }
    case .encodingRefused, .failed: break
    }
  }

  /// Changes the sender's state and goes on with what waits.
  private func finish(_ number: UInt64, _ count: Int, _ delivered: Delivered) {
    let uptime = configuration.clock.uptime
    let (message, farewell, endings) = state.change { state in
      state.flight = nil
      let message = pace(&state, count, delivered, at: uptime)
      let isQuick = state.pacing.isOpen(at: uptime) && state.farewell == nil
      if state.farewell != nil { state.isStopped = true }
      // Also in the background, where there are a few seconds for all that waits.
      if isQuick { send(&state, at: uptime) }
      if !queue.isEmpty { state.pacing.wait(at: uptime) }
      arm(&state)
      return (message, state.farewell, Self.takeEndings(&state))
    }
    if let message { configuration.log?(message) }
    farewell?.signal()
    endings.forEach { $0() }
  }

  /// Who is to be told that no batch is under way; nobody while one is.
  private static func takeEndings(_ state: inout State) -> [@Sendable () -> Void] {
    guard state.flight == nil else { return [] }
    defer { state.endings = [] }
    return state.endings
  }

  private func pace(
    _ state: inout State, _ count: Int, _ delivered: Delivered, at uptime: TimeInterval
  ) -> FlagLogMessage? {
    var failure: (reason: String, retryAfter: TimeInterval?, isTransient: Bool)?
    switch delivered {
    case .accepted(let refused):
      state.pacing.succeeded()
      state.maximumEvents = min(Self.maximumEvents, state.maximumEvents * 2)
      state.hasWarned = false
      guard refused > 0 else { return nil }
      return FlagLogMessage(level: .info, text: "the server did not want \(refused) of \(count) events")
    case .tooLarge:
      state.maximumEvents = max(1, count / 2)
      return nil
    case .unreadable:
      state.maximumEvents = max(1, count / 2)
      // With a pause: a server that can read nothing at all would otherwise be asked for every single event.
      failure = ("the server cannot read them", nil, true)
    case .encodingRefused:
      if state.mayCompress {
        state.mayCompress = false
        return nil
      }
      failure = ("HTTP 415", nil, false)
    case .failed(let reason, let retryAfter, let isTransient):
      failure = (reason, retryAfter, isTransient)
    }
    guard let failure else { return nil }
    state.pacing.failed(at: uptime, retryAfter: failure.retryAfter, isTransient: failure.isTransient)
    defer { state.hasWarned = true }
    return state.hasWarned
      ? nil : FlagLogMessage(level: .warning, text: "events were not sent and are kept: \(failure.reason)")
  }

  /// Sends one last batch and then nothing any more.
  ///
  /// - Returns: Is signalled when that is over.
  func sendFarewell() -> DispatchSemaphore {
    let uptime = configuration.clock.uptime
    let done = DispatchSemaphore(value: 0)
    let isOver = state.change { state in
      guard !state.isStopped else { return true }
      state.farewell = done
      if state.flight == nil, state.pacing.isOpen(at: uptime) { send(&state, at: uptime) }
      if state.flight == nil { state.isStopped = true }
      arm(&state)
      return state.flight == nil
    }
    if isOver { done.signal() }
    return done
  }

  /// Sends nothing from now on; a batch under way is given up.
  func stop() {
    let endings = state.change { state in
      state.isStopped = true
      if let flight = state.flight { state.cancelled.append(flight.task) }
      state.flight = nil
      arm(&state)
      return Self.takeEndings(&state)
    }
    endings.forEach { $0() }
  }
}
