internal import SerinLock
internal import Synchronization

/// Counts the connections of all loops and says whether there is room for one more.
final class ConnectionCensus: Sendable {
  private struct Counts {
    var total = 0
    var bySource: LimitedCounts<SocketAddress>
  }

  /// The most connections over all loops.
  let limit: Int
  private let counts: Lock<Counts>
  private let objects = Atomic(0)

  init(limit: Int, limitPerSource: Int?) {
    self.limit = limit
    counts = Lock(Counts(bySource: LimitedCounts(limit: limitPerSource)))
  }

  /// Connections that were admitted and have not left.
  var admitted: Int { counts.withLock { $0.total } }

  /// Connection objects in memory, refused ones included.
  var objectCount: Int { objects.load(ordering: .relaxed) }

  /// Counts a connection in; a refusal when there is no room for it.
  func admit(_ address: SocketAddress) -> HTTPRefusal? {
    counts.withLock { counts in
      guard counts.total < limit else { return .connections(limit: limit) }
      if let limit = counts.bySource.limit {
        guard counts.bySource.hasRoom(for: address.source) else { return .connectionsPerSource(limit: limit) }
        counts.bySource.add(address.source)
      }
      counts.total += 1
      return nil
    }
  }

  /// Counts a connection out that was admitted.
  func leave(_ address: SocketAddress) {
    counts.withLock { counts in
      counts.total -= 1
      if counts.bySource.limit != nil { counts.bySource.remove(address.source) }
    }
  }

  func objectCreated() { objects.add(1, ordering: .relaxed) }
  func objectReleased() { objects.subtract(1, ordering: .relaxed) }
}
