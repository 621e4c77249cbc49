import Foundation
import SerinLock

extension FlagEngine {
  /// The version of the answer in effect, or nil when there is none.
  var heldVersion: RulesetVersion? {
    core.withLock { state in state.held.map { RulesetVersion(epoch: $0.epoch, revision: $0.revision) } }
  }

  /// The stream is open: asks for what may have changed while it was not.
  ///
  /// - Parameters:
  ///   - number: The number of the connection, which grows with every one.
  ///   - endedAt: The uptime at which the connection before it ended; what was answered until then does not count, since
  ///     an event may have been lost with that connection.
  func streamOpened(_ number: UInt64, after endedAt: TimeInterval?) {
    step { state, moment in
      state.openStream = max(state.openStream ?? 0, number)
      guard state.session.isActive else { return }
      // The request of the session's start may just have been answered.
      if let lastSuccess = state.pacing.lastSuccess, moment.uptime - lastSuccess < Self.freshness,
        endedAt.map({ lastSuccess > $0 }) ?? true
      {
        return
      }
      requestAutomatically(&state, at: moment)
    }
  }

  /// The connection of that number has ended.
  func streamEnded(_ number: UInt64) {
    core.withLock { state in
      if state.openStream == number { state.openStream = nil }
    }
  }

  /// Asks because the server announced something newer; not throttled, but a server that does not want to be asked is not.
  ///
  /// - Parameter isRepeat: Whether an answer to this was too old. It is then asked for without a validator: a change that was
  ///   taken back leaves the same flags with a higher revision, which a 304 does not tell.
  func requestBecauseOfStream(isRepeat: Bool) {
    step { state, moment in
      guard state.session.isActive else { return }
      if isRepeat { state.held = state.held?.withoutValidator }
      requestAutomatically(&state, at: moment)
    }
  }

  /// The server announced something newer and goes on answering with something older.
  func reportStaleAnswers(announced: RulesetVersion) {
    step { state, _ in
      guard !state.isClosed, let held = state.held else { return }
      let message = """
        the server announced revision \(announced.revision) of epoch \(announced.epoch), and still answers with revision \
        \(held.revision) of epoch \(held.epoch)
        """
      state.lastError = .unusable(message)
      state.effects.append(.log(FlagLogMessage(level: .warning, text: message)))
    }
  }

  /// An answer that is not older than so many seconds need not be asked for again when the stream opens.
  private static var freshness: TimeInterval { 1 }
}

extension HeldAnswer {
  /// The same answer, which the next request asks for as a whole.
  fileprivate var withoutValidator: HeldAnswer {
    HeldAnswer(
      table: table, origin: origin, epoch: epoch, revision: revision, malformed: malformed, validator: nil,
      stamp: stamp, undecided: undecided, kept: kept)
  }
}
