import SerinLock
import Store

/// Brings what was counted into the store, in portions, and keeps what the store did not take for the next time.
final class UsageRecorder: Sendable {
  /// Where evaluations are counted.
  let counters: UsageCounters
  let events: any EventStore
  private let unwritten: Lock<UnwrittenUsage>
  /// One writes at a time, and whoever comes later writes what was counted meanwhile.
  private let line = WaitingLine(places: 1, capacity: 16, of: "writes of counts")

  /// How many different counts are kept while the store cannot take them.
  static let standardCapacity = 500_000
  /// How many rows are written in one transaction, so that other writes get their turn.
  static let rowsPerWrite = 5_000
  /// How many steps of folding are done at a time; there is another time in a minute.
  private static let foldingSteps = 40

  /// Creates a recorder.
  init(events: any EventStore, counters: UsageCounters = UsageCounters(), capacity: Int = standardCapacity) {
    self.events = events
    self.counters = counters
    unwritten = Lock(UnwrittenUsage(capacity: capacity))
  }

  /// What was counted and is not known to be in the store, that of this moment included.
  /// - Parameter includesUnderway: Whether what is being written just now is given too.
  func pending(includesUnderway: Bool = true) -> [FlagUsage] {
    let taken = counters.take()
    return unwritten.withLock { unwritten in
      unwritten.add(taken)
      return unwritten.rows(includesUnderway: includesUnderway)
    }
  }

  /// Writes down what was counted until now.
  /// - Throws: what the store says; what it did not take is written the next time.
  func write() async throws(StoreError) {
    try await line.pass("", refusing: { .failed(reason: $0.detail) }) { () async throws(StoreError) in
      let taken = counters.take()
      let rows = unwritten.withLock { unwritten in
        unwritten.add(taken)
        return unwritten.begin()
      }
      var written = 0
      do throws(StoreError) {
        while written < rows.count {
          let portion = Array(rows[written...].prefix(Self.rowsPerWrite))
          try await events.addFlagUsage(portion)
          written += portion.count
        }
        unwritten.withLock { $0.end(written: rows.count) }
      } catch {
        let done = written
        unwritten.withLock { $0.end(written: done) }
        throw error
      }
    }
  }

  /// Puts hours together that are too old, and forgets what is older still, for a while.
  func fold() async throws(StoreError) {
    for _ in 0..<Self.foldingSteps {
      guard try await events.foldFlagUsage(limit: Self.rowsPerWrite) > 0 else { return }
    }
  }

  /// How many evaluations were not counted for lack of room since the last time this was asked.
  func takeLeftOut() -> Int64 { unwritten.withLock { $0.takeLeftOut() } }
}
