import SerinLock

/// On which day tokens were last used, until it is written down.
///
/// Requests only look here whether their token was noted today already; the store is written to in batches, by somebody
/// else.
final class TokenUses: Sendable {
  private struct State {
    /// The day on which each token was last used, in days since 1970 UTC.
    var days: [TokenID: Int64] = [:]
    /// What is not written down yet.
    var unwritten: [String: Int64] = [:]
  }

  private static let millisecondsPerDay: Int64 = 86_400_000

  private let state = Lock(State())

  /// Notes that a token was used at an instant, in milliseconds since 1970 UTC.
  func note(_ id: TokenID, named name: String, at instant: Int64) {
    let day = instant / Self.millisecondsPerDay
    state.withLock { state in
      guard state.days[id] ?? -1 < day else { return }
      state.days[id] = day
      state.unwritten[name] = day
    }
  }

  /// What is to be written down, each day of a token once.
  func takeUnwritten() -> [String: Int64] {
    state.withLock { state in
      defer { state.unwritten = [:] }
      return state.unwritten
    }
  }

  /// Takes back what could not be written down.
  func putBack(_ days: [String: Int64]) {
    state.withLock { state in state.unwritten.merge(days) { max($0, $1) } }
  }
}
