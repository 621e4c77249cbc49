import SerinLock

@testable import HTTP

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The client ends of many event streams, which one thread reads.
final class StreamReaders: Sendable {
  private struct Reader {
    let socket: RawSocket
    var bytes: [UInt8] = []
    var isOpen = true
  }

  private let readers: Lock<[Reader]>

  /// Opens a stream for each path.
  init(_ paths: [String], at address: SocketAddress) async throws {
    let deadline = ContinuousClock.now + .seconds(240)
    readers = Lock(
      try await offPool {
        try paths.map { path in
          let socket = try RawSocket(to: address)
          try socket.send(Array(TestStreams.request(path).utf8), until: deadline)
          return Reader(socket: socket)
        }
      })
  }

  deinit { for reader in readers.withLock({ $0 }) { reader.socket.shut() } }

  /// Reads until each stream has given bytes that a closure finds complete.
  ///
  /// - Returns: The texts of all streams, or nil when that took too long.
  func texts(
    within patience: Duration = .seconds(240), until isComplete: @escaping @Sendable (_ text: [UInt8]) -> Bool
  ) async throws -> [String]? {
    let readers = readers
    return try await offPool {
      let deadline = ContinuousClock.now + patience
      return try readers.withLock { readers in
        while ContinuousClock.now < deadline {
          let waiting = readers.indices.filter { readers[$0].isOpen && !isComplete(readers[$0].bytes) }
          guard !waiting.isEmpty else { return readers.map { String(decoding: $0.bytes, as: UTF8.self) } }
          var entries = waiting.map { pollfd(fd: readers[$0].socket.descriptor, events: Int16(POLLIN), revents: 0) }
          guard poll(&entries, nfds_t(entries.count), 1000) > 0 else { continue }
          for (index, entry) in zip(waiting, entries) where entry.revents != 0 {
            let more = try readers[index].socket.receive(until: deadline)
            readers[index].bytes += more
            readers[index].isOpen = !more.isEmpty
          }
        }
        return nil
      }
    }
  }
}
