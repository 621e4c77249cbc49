import SerinLock
import Store

/// Brings what was counted into the store, in portions, and keeps what the store did not take for the next time.
final class UsageRecorder: Sendable {
  private struct State {
    var unwritten: UnwrittenUsage
    /// What is not written, until something happens to it.
    var pending: PendingUsage?
    /// When the counters were asked last, in milliseconds since 1970 UTC.
    var takenAt = Int64.min / 2
    /// How many writes have ended.
    var writes = 0
  }

  /// How often the counters are asked for those who read, in milliseconds: asking takes cells away from the threads that count.
  static let takeInterval: Int64 = 1_000

  /// Where evaluations are counted.
  let counters: UsageCounters
  let events: any EventStore
  /// After how many days without a use versions are not told apart any more.
  let versionDays: Int64
  /// Milliseconds since 1970 UTC.
  private let clock: @Sendable () -> Int64
  private let state: Lock<State>
  /// One writes at a time, and whoever comes later writes what was counted meanwhile.
  private let line = WaitingLine(places: 1, capacity: 16, of: "writes of counts")

  /// How many different counts are kept while the store cannot take them.
  static let standardCapacity = 500_000
  /// How many rows are written in one transaction, so that other writes get their turn.
  static let rowsPerWrite = 5_000
  /// How many steps of folding are done at a time; there is another time in a minute.
  private static let foldingSteps = 40

  /// Creates a recorder.
  /// - Parameter clock: Milliseconds since 1970 UTC.
  init(
    events: any EventStore, counters: UsageCounters = UsageCounters(), capacity: Int = standardCapacity,
    versionDays: Int64 = SerinServer.Configuration.standardUsageVersionDays, clock: @escaping @Sendable () -> Int64
  ) {
    self.events = events
    self.counters = counters
    self.versionDays = versionDays
    self.clock = clock
    state = Lock(State(unwritten: UnwrittenUsage(capacity: capacity)))
  }

  /// What was counted and is not known to be in the store, as it was at most a second ago.
  ///
  /// The number of writes goes with it: what an earlier answer had and this one has not is in the store since a write that the
  /// number counts.
  func recent() -> (pending: PendingUsage, writes: Int) {
    let now = clock()
    return state.withLock { state in
      // A clock that was set back must not keep what is counted back for as long.
      if !(state.takenAt..<state.takenAt + Self.takeInterval).contains(now) {
        state.unwritten.add(counters.take())
        state.takenAt = now
        state.pending = nil
      }
      let pending = state.pending ?? state.unwritten.pending
      state.pending = pending
      return (pending, state.writes)
    }
  }

  /// Writes down what was counted until now.
  /// - Throws: what the store says; what it did not take is written the next time.
  func write() async throws(StoreError) {
    try await line.pass("", refusing: { .failed(reason: $0.detail) }) { () async throws(StoreError) in
      let rows = state.withLock { state in
        // Under the lock, so that nobody who looks finds what was counted neither there nor here.
        state.unwritten.add(counters.take())
        state.pending = nil
        return state.unwritten.begin()
      }
      var written = 0
      do throws(StoreError) {
        while written < rows.count {
          let portion = Array(rows[written...].prefix(Self.rowsPerWrite))
          try await events.addFlagUsage(portion)
          written += portion.count
        }
        end(written: rows.count)
      } catch {
        end(written: written)
        throw error
      }
    }
  }

  private func end(written: Int) {
    state.withLock { state in
      state.unwritten.end(written: written)
      state.pending = nil
      state.writes += 1
    }
  }

  /// Puts versions and hours together that are too old, and forgets what is older still, for a while.
  func fold() async throws(StoreError) {
    for _ in 0..<Self.foldingSteps {
      guard try await events.foldFlagUsage(limit: Self.rowsPerWrite, versionDays: versionDays) > 0 else { return }
    }
  }

  /// How many evaluations were not counted for lack of room since the last time this was asked.
  func takeLeftOut() -> Int64 { state.withLock { $0.unwritten.takeLeftOut() } }
}
