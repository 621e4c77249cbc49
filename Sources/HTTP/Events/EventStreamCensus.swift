internal import SerinLock

/// Counts the event streams of all loops and says whether there is room for one more.
///
/// Its lock is taken when a stream begins and when it ends, not for what is sent.
final class EventStreamCensus: Sendable {
  private struct Counts {
    var total = 0
    var limit: Int
    var byChannel = LimitedCounts<EventChannel>(limit: nil)
    var byTag: LimitedCounts<EventTag>
    var bySource: LimitedCounts<SocketAddress>
  }

  /// What a stream is counted by.
  struct Entry: Sendable {
    let channel: EventChannel
    let tag: EventTag
    let source: SocketAddress
  }

  private let counts: Lock<Counts>

  init(_ configuration: EventStreamConfiguration) {
    counts = Lock(
      Counts(
        limit: configuration.streams, byTag: LimitedCounts(limit: configuration.streamsPerTag),
        bySource: LimitedCounts(limit: configuration.streamsPerSource)))
  }

  /// The most streams in all.
  var limit: Int { counts.withLock { $0.limit } }

  /// Takes another limit of the streams in all, unless it is higher than the one that holds.
  func lowerLimit(to limit: Int) { counts.withLock { $0.limit = min($0.limit, limit) } }

  /// The streams under a channel.
  func count(of channel: EventChannel) -> Int { counts.withLock { $0.byChannel[channel] } }

  /// The streams of a tag.
  func count(of tag: EventTag) -> Int { counts.withLock { $0.byTag[tag] } }

  /// Counts a stream in; a refusal when there is no room for it.
  func admit(_ entry: Entry) -> EventStreamRefusal? {
    let source = entry.source.source
    return counts.withLock { counts in
      guard counts.total < counts.limit else { return .tooMany }
      guard counts.byTag.hasRoom(for: entry.tag) else { return .tooManyOfTag }
      guard counts.bySource.hasRoom(for: source) else { return .tooManyOfSource }
      counts.total += 1
      counts.byChannel.add(entry.channel)
      counts.byTag.add(entry.tag)
      counts.bySource.add(source)
      return nil
    }
  }

  /// Counts a stream out that was admitted.
  func leave(_ entry: Entry) {
    counts.withLock { counts in
      counts.total -= 1
      counts.byChannel.remove(entry.channel)
      counts.byTag.remove(entry.tag)
      counts.bySource.remove(entry.source.source)
    }
  }
}
