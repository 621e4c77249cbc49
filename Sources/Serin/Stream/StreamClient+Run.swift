import Foundation
import SerinLock

extension StreamClient {
  /// Connects again and again until it is cancelled or no connection may be opened any more.
  ///
  /// - Parameter delay: Seconds until the first connection.
  func run(_ engine: FlagEngine, _ number: UInt64, after delay: TimeInterval) async {
    var delay = delay
    while true {
      if delay > 0 {
        do { try await clock.sleep(seconds: delay) } catch { return }
      }
      guard let request = begin(number) else { return }
      let lines = Lock(Arrivals(latest: clock.uptime))
      let ending = await read(request, engine, number, lines)
      engine.streamEnded(number)
      guard let next = end(number, ending, openedAt: lines.withLock(\.openedAt), engine) else { return }
      delay = next
    }
  }

  /// When lines came, as uptimes.
  private struct Arrivals: Sendable {
    var openedAt: TimeInterval?
    var latest: TimeInterval
  }

  /// The request for the next connection, or nil when the run is not the present one any more.
  private func begin(_ number: UInt64) -> FlagRequest? {
    let uptime = clock.uptime
    return state.withLock { state in
      guard state.run?.number == number else { return nil }
      state.run?.attemptedAt = uptime
      return endpoint.request(lastEventID: state.lastEventID)
    }
  }

  /// Takes the end of a connection.
  ///
  /// - Returns: Seconds until the next one, or nil when this run has none.
  private func end(
    _ number: UInt64, _ ending: StreamEnding, openedAt: TimeInterval?, _ engine: FlagEngine
  ) -> TimeInterval? {
    let uptime = clock.uptime
    let random = random()
    let delay: TimeInterval? = state.withLock { state in
      guard state.run?.number == number else { return nil }
      state.run?.attemptedAt = nil
      state.endedAt = uptime
      let openFor = openedAt.map { uptime - $0 }
      let delay = state.reconnection.ended(ending, openFor: openFor, retry: state.retry, at: uptime, random: random)
      if delay == nil { state.run = nil }
      return delay
    }
    if let delay {
      let text = "the stream is closed: \(ending.message); the next try is in \(Int(delay.rounded(.up))) seconds"
      engine.configuration.log?(FlagLogMessage(level: .debug, text: text))
    }
    return delay
  }

  /// Reads one connection until it ends or falls silent.
  private func read(
    _ request: FlagRequest, _ engine: FlagEngine, _ number: UInt64, _ arrivals: Lock<Arrivals>
  ) async -> StreamEnding {
    await withTaskGroup(of: StreamEnding.self) { group in
      group.addTask { await self.follow(request, engine, number, arrivals) }
      group.addTask { await self.waitForSilence(arrivals) }
      let first = await group.next() ?? .ended
      group.cancelAll()
      return first
    }
  }

  private func follow(
    _ request: FlagRequest, _ engine: FlagEngine, _ number: UInt64, _ arrivals: Lock<Arrivals>
  ) async -> StreamEnding {
    var parser = EventStreamParser(lastEventID: state.withLock(\.lastEventID))
    do {
      for try await line in transport.lines(request) {
        let uptime = clock.uptime
        let isFirst = arrivals.withLock { arrivals in
          defer { arrivals.openedAt = arrivals.openedAt ?? uptime }
          arrivals.latest = uptime
          return arrivals.openedAt == nil
        }
        if isFirst { engine.streamOpened(number, after: state.withLock(\.endedAt)) }
        let event = parser.consume(line)
        let isPresent = state.withLock { state in
          guard state.run?.number == number else { return false }
          state.lastEventID = parser.lastEventID
          state.retry = parser.retry ?? state.retry
          return true
        }
        guard isPresent else { break }
        if let event { take(event, engine) }
      }
      return .ended
    } catch {
      return StreamEnding(error)
    }
  }

  private func waitForSilence(_ arrivals: Lock<Arrivals>) async -> StreamEnding {
    while true {
      let left = arrivals.withLock(\.latest) + Self.longestSilence - clock.uptime
      if left <= 0 { return .silent }
      do { try await clock.sleep(seconds: left) } catch { return .ended }
    }
  }
}
