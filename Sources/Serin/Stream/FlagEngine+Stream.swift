import Foundation
import SerinLock

extension FlagEngine {
  /// The version of the answer in effect, or nil when there is none.
  var heldVersion: RulesetVersion? {
    core.withLock { state in state.held.map { RulesetVersion(epoch: $0.epoch, revision: $0.revision) } }
  }

  /// The stream is open: asks for what may have changed while it was not.
  ///
  /// - Parameter number: The number of the connection, which grows with every one.
  func streamOpened(_ number: UInt64) {
    step { state, moment in
      state.openStream = max(state.openStream ?? 0, number)
      guard state.session.isActive else { return }
      // The request of the session's start may just have been answered.
      if let lastSuccess = state.pacing.lastSuccess, moment.uptime - lastSuccess < Self.freshness { return }
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
  func requestBecauseOfStream() {
    step { state, moment in
      guard state.session.isActive else { return }
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
