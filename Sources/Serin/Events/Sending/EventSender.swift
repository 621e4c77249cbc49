import Dispatch
import Foundation
import SerinLock

/// Sends the events that wait, a batch at a time.
///
/// Its own state is in memory behind a lock; the queue of events is changed on the recorder's serial queue only.
final class EventSender: Sendable {
  let queue: EventQueue
  let serial: DispatchQueue
  let configuration: FeatureFlags.Configuration
  let state = Lock(State())
  private let endpoint: EventEndpoint?

  struct State: CancellingState {
    var cancelled: [Task<Void, Never>] = []
    var pacing = SendPacing()
    /// Whether the app is in the foreground.
    var isActive = false
    /// Whether nothing may be sent, for now or for good.
    var isStopped = false
    /// Sending stops after the batch that is under way; whoever waits for that is told.
    var farewell: DispatchSemaphore?
    /// Who is told once no batch is under way.
    var endings: [@Sendable () -> Void] = []
    var flight: Flight?
    /// Set for the earliest thing to do.
    var timer: ArmedTimer?
    var lastNumber: UInt64 = 0
    var maximumEvents = EventSender.maximumEvents
    var mayCompress = true
    var hasWarned = false
  }

  /// A batch under way.
  struct Flight: Sendable {
    let number: UInt64
    let deadline: TimeInterval
    let task: Task<Void, Never>
  }

  static let maximumEvents = 200
  static let maximumBytes = 256 * 1024

  /// Creates a sender, which sends nothing yet.
  ///
  /// - Parameter canSend: Whether requests can be made with the configuration at all.
  init(_ configuration: FeatureFlags.Configuration, queue: EventQueue, serial: DispatchQueue, canSend: Bool) {
    self.configuration = configuration
    self.queue = queue
    self.serial = serial
    endpoint = canSend ? EventEndpoint(configuration) : nil
  }

  /// Whether the last batch did not arrive.
  var hasFailed: Bool { state.withLock { $0.pacing.failures > 0 } }

  /// Something waits: it goes out with what else comes in the next half minute.
  func wait() {
    let uptime = configuration.clock.uptime
    state.change { state in
      state.pacing.wait(at: uptime)
      arm(&state)
    }
  }

  /// Sends what waits now, unless the last batch failed a moment ago.
  ///
  /// - Parameters:
  ///   - skipsPause: Whether to try again in spite of that.
  ///   - end: Called once no batch is under way: all is sent, or sending has failed; at once where nothing is sent.
  func flush(skipsPause: Bool = false, then end: @escaping @Sendable () -> Void = {}) {
    let uptime = configuration.clock.uptime
    let isUnderWay = state.change { state in
      if state.flight == nil, skipsPause ? state.pacing.skipPause(at: uptime) : state.pacing.isOpen(at: uptime) {
        send(&state, at: uptime)
        arm(&state)
      }
      if state.flight != nil { state.endings.append(end) }
      return state.flight != nil
    }
    if !isUnderWay { end() }
  }

  /// Whether the app is in the foreground.
  var isActive: Bool { state.withLock(\.isActive) }

  /// The app came to the foreground or left it.
  func setActive(_ isActive: Bool) {
    state.change { state in
      state.isActive = isActive
      arm(&state)
    }
  }

  /// Starts the next batch, when there is one and nothing is in the way.
  func send(_ state: inout State, at uptime: TimeInterval) {
    guard let endpoint, !state.isStopped, state.flight == nil, !queue.isEmpty else { return }
    state.lastNumber += 1
    let number = state.lastNumber
    let (maximumEvents, mayCompress) = (state.maximumEvents, state.mayCompress)
    let task = Task { [self] in
      guard let next = queue.batch(maximumEvents: maximumEvents, maximumBytes: Self.maximumBytes) else {
        return land(number, nil, .accepted(refused: 0), reported: 0)
      }
      let body = next.batch.body(sentAt: configuration.clock.now, dropped: next.dropped)
      let request = endpoint.request(for: body, mayCompress: mayCompress)
      let delivered: Delivered
      do {
        delivered = Delivered(try await configuration.transport.send(request))
      } catch {
        delivered = Delivered(error)
      }
      land(number, next.batch, delivered, reported: next.dropped)
    }
    state.flight = Flight(number: number, deadline: uptime + configuration.effectiveTimeout, task: task)
    state.pacing.dueAt = nil
  }

  /// Sets the timer to the earliest thing to do.
  func arm(_ state: inout State) {
    let due = state.isStopped ? nil : state.flight?.deadline ?? (state.isActive ? state.pacing.dueAt : nil)
    let earlier = state.timer.set(due, by: configuration.clock) { [weak self] in self?.tick($0) }
    if let earlier { state.cancelled.append(earlier) }
  }

  private func tick(_ due: TimeInterval) {
    let uptime = configuration.clock.uptime
    let late = state.change { state -> Flight? in
      guard state.timer?.due == due, !state.isStopped else { return nil }
      state.timer = nil
      if let flight = state.flight, flight.deadline <= uptime { return flight }
      if state.isActive, let due = state.pacing.dueAt, due <= uptime {
        state.pacing.dueAt = nil
        send(&state, at: uptime)
      }
      arm(&state)
      return nil
    }
    guard let late else { return }
    late.task.cancel()
    let reason = "no answer within \(configuration.effectiveTimeout) seconds"
    land(late.number, nil, .failed(reason: reason, retryAfter: nil, isTransient: true), reported: 0)
  }
}
