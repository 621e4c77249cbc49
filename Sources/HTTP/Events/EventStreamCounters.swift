internal import Synchronization

/// Counts what becomes of event streams, from any thread and without a lock.
///
/// A loop adds to it once for each broadcast, not once for each stream.
final class EventStreamCounters: Sendable {
  private final class Counter: Sendable {
    let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add(_ number: Int) { count.add(number, ordering: .relaxed) }
  }

  private let open = Counter()
  private let opened = Counter()
  private let refused = Dictionary(uniqueKeysWithValues: EventStreamRefusal.allCases.map { ($0, Counter()) })
  private let ended = Dictionary(uniqueKeysWithValues: EventStreamEnd.allCases.map { ($0, Counter()) })
  private let events = Counter()
  private let heartbeats = Counter()
  private let bytes = Counter()

  /// The figures of now.
  var counts: EventStreamCounts {
    EventStreamCounts(
      open: open.value, opened: opened.value, refused: refused.mapValues(\.value), ended: ended.mapValues(\.value),
      events: events.value, heartbeats: heartbeats.value, bytes: bytes.value)
  }

  func hasOpened() {
    open.add(1)
    opened.add(1)
  }

  func hasRefused(_ refusal: EventStreamRefusal) { refused[refusal]?.add(1) }

  func hasEnded(_ reason: EventStreamEnd) {
    open.add(-1)
    ended[reason]?.add(1)
  }

  func hasSent(events count: Int, bytes size: Int) {
    events.add(count)
    bytes.add(size)
  }

  func hasSent(heartbeatOf size: Int) {
    heartbeats.add(1)
    bytes.add(size)
  }
}
