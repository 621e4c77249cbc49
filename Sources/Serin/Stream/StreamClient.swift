import Foundation
import SerinLock

/// Listens to what the server announces, and has the engine ask when there is something newer than what is in effect.
///
/// While the app is in the foreground there is one connection, or a wait for the next one; in background, in an app
/// extension and after the end there is neither. All that changes is one value behind a lock, and no two locks are ever
/// held together.
final class StreamClient: EnginePart {
  /// A connection, with the waits before it and after it.
  struct Run: Sendable {
    let number: UInt64
    let task: Task<Void, Never>
    /// When the present attempt to connect began; nil while it is waited for.
    var attemptedAt: TimeInterval?
  }

  struct State: CancellingState {
    var cancelled: [Task<Void, Never>] = []
    var isForeground = false
    var isClosed = false
    var run: Run?
    /// When the connection before the present one ended, as uptime.
    var endedAt: TimeInterval?
    /// The number of the latest run.
    var lastNumber: UInt64 = 0
    var reconnection = Reconnection()
    var lastEventID = ""
    var retry: TimeInterval?
    var catchUp: CatchUp?
    /// Set for when the catch-up is due.
    var timer: ArmedTimer?
  }

  let state = Lock(State())
  let endpoint: StreamEndpoint
  let transport: any FlagTransport
  let clock: any FlagClock
  let random: @Sendable () -> Double

  /// The server sends something at least every 25 seconds, so after so many seconds the connection is dead.
  static let longestSilence: TimeInterval = 45
  /// An attempt to connect is left alone for so many seconds when the network comes back.
  private static let shortestAttempt: TimeInterval = 1

  /// Creates the part; nil when the configuration wants no stream.
  init?(_ configuration: FeatureFlags.Configuration) {
    guard configuration.isStreaming, !configuration.isAppExtension else { return nil }
    endpoint = StreamEndpoint(configuration)
    transport = configuration.transport
    clock = configuration.clock
    random = configuration.random
  }

  func engine(_ engine: FlagEngine, did event: EngineEvent, at moment: Moment) {
    switch event {
    case .phase(.active): enterForeground(engine)
    case .phase(.background), .phase(.terminating): leaveForeground(engine, forever: false)
    case .phase(.networkAvailable): reconnect(engine)
    case .sessionBegan: state.withLock { $0.reconnection.sessionBegan() }
    case .answered: compare(engine)
    case .closed: leaveForeground(engine, forever: true)
    default: break
    }
  }

  private func enterForeground(_ engine: FlagEngine) {
    // With an address or a key that nothing can be sent with there is no stream either.
    guard case .success = engine.endpoint else { return }
    let uptime = clock.uptime
    state.change { state in
      guard !state.isClosed, !state.isForeground else { return }
      state.isForeground = true
      beginRun(&state, engine, at: uptime)
    }
  }

  private func leaveForeground(_ engine: FlagEngine, forever: Bool) {
    let uptime = clock.uptime
    let ended = state.change { state in
      defer { state.run = nil }
      if state.run != nil { state.endedAt = uptime }
      state.isClosed = state.isClosed || forever
      state.isForeground = false
      if let run = state.run { state.cancelled.append(run.task) }
      // The comparison after the next connection takes it up again.
      state.catchUp?.beginAsking()
      arm(&state, engine)
      return state.run?.number
    }
    // The run's task says so, too, but later.
    if let ended { engine.streamEnded(ended) }
  }

  /// The network came back, so a connection from before is probably dead, and a wait for the next one pointless.
  private func reconnect(_ engine: FlagEngine) {
    let uptime = clock.uptime
    state.change { state in
      guard state.isForeground else { return }
      if let attemptedAt = state.run?.attemptedAt, uptime - attemptedAt < Self.shortestAttempt { return }
      beginRun(&state, engine, at: uptime)
    }
  }

  /// Opens the stream in place of the present connection, as soon as the server allows.
  private func beginRun(_ state: inout State, _ engine: FlagEngine, at uptime: TimeInterval) {
    if let run = state.run {
      state.cancelled.append(run.task)
      state.endedAt = uptime
    }
    state.run = nil
    guard let delay = state.reconnection.remaining(at: uptime) else { return }
    state.lastNumber += 1
    let number = state.lastNumber
    state.run = Run(number: number, task: Task { await run(engine, number, after: delay) })
  }
}
