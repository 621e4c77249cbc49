/// The streams of a loop that have channel and tag in common.
///
/// It belongs to one ``LoopWorker``, which alone reads and changes it.
final class EventGroup {
  let channel: EventChannel
  let tag: EventTag
  /// The streams in no particular order.
  private(set) var streams: [EventStream] = []

  init(channel: EventChannel, tag: EventTag) {
    self.channel = channel
    self.tag = tag
  }

  func add(_ stream: EventStream) {
    stream.index = streams.count
    streams.append(stream)
  }

  func remove(_ stream: EventStream) {
    guard let last = streams.popLast(), last !== stream else { return }
    streams[stream.index] = last
    last.index = stream.index
  }

  /// Calls a closure with each stream; the closure may remove the stream that it is given.
  func forEach(_ body: (EventStream) -> Void) {
    // From behind: what takes the place of one that is removed has had its turn.
    var index = streams.count
    while index > 0 {
      index -= 1
      body(streams[index])
    }
  }
}
