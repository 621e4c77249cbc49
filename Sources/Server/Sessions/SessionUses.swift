import SerinLock

/// When sessions were last used, until it is written down.
final class SessionUses: Sendable {
  private struct State {
    /// The last use of each session that this server knows to be good, in milliseconds since 1970 UTC.
    var lastUses: [[UInt8]: Int64] = [:]
    /// Those that are not written down yet.
    var unwritten: Set<[UInt8]> = []
  }

  private let state = Lock(State())

  /// Notes that a session was used.
  func note(_ idHash: [UInt8], at instant: Int64) {
    state.withLock { state in
      state.lastUses[idHash] = max(state.lastUses[idHash] ?? instant, instant)
      state.unwritten.insert(idHash)
    }
  }

  /// Forgets a session that is over.
  func forget(_ idHash: [UInt8]) {
    state.withLock { state in
      state.lastUses[idHash] = nil
      state.unwritten.remove(idHash)
    }
  }

  /// The last use of a session that this server knows of.
  func lastUse(of idHash: [UInt8]) -> Int64? { state.withLock { $0.lastUses[idHash] } }

  /// What is to be written down, each use once.
  ///
  /// Sessions that nobody used for longer than `idleLimit` milliseconds are forgotten.
  func takeUnwritten(at now: Int64, idleLimit: Int64) -> [[UInt8]: Int64] {
    state.withLock { state in
      defer {
        state.unwritten = []
        state.lastUses = state.lastUses.filter { now - $0.value < idleLimit }
      }
      return state.lastUses.filter { state.unwritten.contains($0.key) }
    }
  }
}
