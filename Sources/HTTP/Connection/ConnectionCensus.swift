internal import SerinLock
internal import Synchronization

/// Counts the connections of all loops and says whether there is room for one more.
final class ConnectionCensus: Sendable {
  private struct Counts {
    var total = 0
    var bySource: [SocketAddress: Int] = [:]
  }

  private let limit: Int
  private let limitPerSource: Int?
  private let counts = Lock(Counts())
  private let objects = Atomic(0)

  init(limit: Int, limitPerSource: Int?) {
    self.limit = limit
    self.limitPerSource = limitPerSource
  }

  /// Connections that were admitted and have not left.
  var admitted: Int { counts.withLock { $0.total } }

  /// Connection objects in memory, refused ones included.
  var objectCount: Int { objects.load(ordering: .relaxed) }

  /// Counts a connection in; a refusal when there is no room for it.
  func admit(_ address: SocketAddress) -> HTTPRefusal? {
    counts.withLock { counts in
      guard counts.total < limit else { return .connections(limit: limit) }
      if let limitPerSource {
        guard counts.bySource[address.source, default: 0] < limitPerSource else {
          return .connectionsPerSource(limit: limitPerSource)
        }
        counts.bySource[address.source, default: 0] += 1
      }
      counts.total += 1
      return nil
    }
  }

  /// Counts a connection out that was admitted.
  func leave(_ address: SocketAddress) {
    counts.withLock { counts in
      counts.total -= 1
      guard limitPerSource != nil, let count = counts.bySource[address.source] else { return }
      counts.bySource[address.source] = count > 1 ? count - 1 : nil
    }
  }

  func objectCreated() { objects.add(1, ordering: .relaxed) }
  func objectReleased() { objects.subtract(1, ordering: .relaxed) }
}
