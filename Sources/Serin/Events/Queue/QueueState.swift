import Foundation

/// The events that wait for the server, in memory.
struct QueueState: Sendable {
  /// An event, and how many bytes it takes in a batch.
  struct Entry: Sendable {
    let event: EventRecord
    let size: Int
  }

  /// The oldest first.
  private(set) var entries: [Entry] = []
  private(set) var ids: Set<EventID> = []
  private(set) var bytes = 0
  /// How many events were lost since the last batch that arrived.
  var dropped = 0

  static let maximumEvents = 1000
  static let maximumBytes = 1024 * 1024
  /// Seconds: an older event is not wanted by the server any more.
  static let maximumAge: TimeInterval = 7 * 24 * 60 * 60
  /// A single event that takes more than a batch may have is refused.
  static let maximumEventBytes = 256 * 1024

  /// Adds events, except those that wait already.
  ///
  /// - Returns: Those that were added.
  mutating func add(_ events: [EventRecord]) -> [EventRecord] {
    var added: [EventRecord] = []
    for event in events where !ids.contains(event.id) {
      // The exposures count as if the event had them to itself; a batch of events with the same ones is smaller.
      let own = JSONValue.object(event.json(exposures: [])).serialized().count
      let size = event.exposures.reduce(own) { $0 + 120 + $1.flagKey.utf8.count + $1.variation.utf8.count }
      guard size <= Self.maximumEventBytes else {
        dropped += 1
        continue
      }
      entries.append(Entry(event: event, size: size))
      ids.insert(event.id)
      bytes += size
      added.append(event)
    }
    return added
  }

  /// Removes events.
  mutating func remove(_ gone: Set<EventID>) {
    guard !gone.isDisjoint(with: ids) else { return }
    entries.removeAll { gone.contains($0.event.id) }
    ids.subtract(gone)
    bytes = entries.reduce(0) { $0 + $1.size }
  }

  /// Drops what is too old, then the oldest of what is too much.
  ///
  /// - Returns: The ids of what was dropped; ``dropped`` has counted them.
  mutating func dropSurplus(at now: Date) -> Set<EventID> {
    var gone = Set(entries.lazy.map(\.event).filter { now.timeIntervalSince($0.at) > Self.maximumAge }.map(\.id))
    var count = entries.count - gone.count
    var size = entries.reduce(0) { gone.contains($1.event.id) ? $0 : $0 + $1.size }
    for entry in entries where count > Self.maximumEvents || size > Self.maximumBytes {
      guard gone.insert(entry.event.id).inserted else { continue }
      count -= 1
      size -= entry.size
    }
    remove(gone)
    dropped += gone.count
    return gone
  }

  /// The oldest events that fit into one batch.
  ///
  /// - Parameters:
  ///   - maximumEvents: At least one event is given, however small this is.
  ///   - maximumBytes: The most bytes of the batch.
  func batch(maximumEvents: Int, maximumBytes: Int) -> EventBatch? {
    guard let first = entries.first else { return nil }
    var events = [first.event]
    var bytes = first.size
    for entry in entries.dropFirst() {
      guard events.count < maximumEvents, bytes + entry.size <= maximumBytes, entry.event.device == first.event.device
      else { break }
      events.append(entry.event)
      bytes += entry.size
    }
    return EventBatch(events: events)
  }
}
