internal import SerinLock

/// The event streams of all loops of one server or more.
///
/// A handler makes its connection a stream with ``HTTPResponse/Body/events(_:)``; a server that is given the registry
/// (``HTTPServerConfiguration/eventStreams``) enters it here. Everything may be called from any thread, returns at once,
/// and takes effect on each loop in the order of the calls, the same order for all streams.
package final class EventStreams: Sendable {
  let configuration: EventStreamConfiguration
  let counters = EventStreamCounters()
  let census: EventStreamCensus
  let heartbeat: EventMessage?
  private let workers = Lock<[LoopWorker]>([])

  /// Creates a registry without streams.
  package init(configuration: EventStreamConfiguration = EventStreamConfiguration()) {
    self.configuration = configuration
    census = EventStreamCensus(configuration)
    heartbeat = EventMessage(configuration.heartbeat)
  }

  /// Sends bytes to all streams of a channel.
  ///
  /// The bytes are kept once, however many streams there are. A stream whose client reads too slowly is cut off.
  ///
  /// - Parameters:
  ///   - bytes: What is sent as it is, one or more complete events; none at all sends nothing.
  ///   - channel: Whose streams get it.
  ///   - isMeant: Says for a tag whether its streams get it too; nil means all. Asked on the loops, once for each tag.
  package func broadcast(
    _ bytes: [UInt8], to channel: EventChannel, where isMeant: (@Sendable (EventTag) -> Bool)? = nil
  ) {
    guard let message = EventMessage(bytes) else { return }
    post(.broadcast(message, to: channel, isMeant: isMeant))
  }

  /// Closes the streams of a tag, whatever their channels; they get nothing that is broadcast after this call.
  ///
  /// - Parameters:
  ///   - tag: Whose streams are closed.
  ///   - last: Their last bytes.
  package func close(tag: EventTag, last: [UInt8] = []) { post(.closeTag(tag, last: EventMessage(last))) }

  /// Closes the streams of a channel; they get nothing that is broadcast after this call.
  ///
  /// - Parameters:
  ///   - channel: Whose streams are closed.
  ///   - last: Their last bytes.
  package func close(channel: EventChannel, last: [UInt8] = []) {
    post(.closeChannel(channel, last: EventMessage(last)))
  }

  /// Closes all streams that are open now, one after the other, so that their clients do not come back together.
  ///
  /// They get what is broadcast until it is their turn, and ``EventStreamConfiguration/farewell`` then.
  ///
  /// - Parameter seconds: The time over which they are spread evenly, at least 0.
  package func closeAll(over seconds: Double) { post(.closeAll(over: UV.milliseconds(seconds))) }

  /// What has become of the streams; reading it takes no lock.
  package var counts: EventStreamCounts { counters.counts }

  /// The number of streams of a channel that are open now.
  package func count(of channel: EventChannel) -> Int { census.count(of: channel) }

  /// The number of streams of a tag that are open now.
  package func count(of tag: EventTag) -> Int { census.count(of: tag) }

  /// The most streams that there may be.
  package var limit: Int { census.limit }

  /// Lets a loop get what is posted from now on.
  func attach(_ worker: LoopWorker) { workers.withLock { $0.append(worker) } }

  /// Forgets a loop that has ended.
  func detach(_ worker: LoopWorker) { workers.withLock { $0.removeAll { $0 === worker } } }

  /// Counts a stream that is not begun, and says so to its client.
  ///
  /// Each client is given a time of its own, so that those that are refused together do not come back together.
  func refuse(_ reason: EventStreamRefusal) -> HTTPRefusal {
    counters.hasRefused(reason)
    let seconds = max(0, Int.random(in: configuration.retryAfter))
    return switch reason {
    case .tooMany: .streams("The server", limit: limit, retryAfter: seconds)
    case .tooManyOfTag: .streams("This caller", limit: configuration.streamsPerTag ?? 0, retryAfter: seconds)
    case .tooManyOfSource: .streams("This address", limit: configuration.streamsPerSource ?? 0, retryAfter: seconds)
    case .stopping: .stopping(retryAfter: seconds)
    }
  }

  private func post(_ command: EventCommand) {
    // All mailboxes are filled under the lock, so that two callers are in the same order everywhere.
    let sleeping = workers.withLock { workers in workers.filter { $0.mailbox.post(command) } }
    for worker in sleeping { worker.wakeForEvents() }
  }
}
