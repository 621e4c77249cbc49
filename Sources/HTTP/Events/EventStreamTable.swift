/// The event streams of a loop by channel and tag.
struct EventStreamTable {
  private var channels: [EventChannel: [EventTag: EventGroup]] = [:]
  /// The number of streams.
  private(set) var count = 0

  /// The group for a channel and a tag.
  mutating func group(_ channel: EventChannel, _ tag: EventTag) -> EventGroup {
    if let group = channels[channel]?[tag] { return group }
    let group = EventGroup(channel: channel, tag: tag)
    channels[channel, default: [:]][tag] = group
    return group
  }

  /// Adds a stream to its group.
  mutating func insert(_ stream: EventStream) {
    stream.group.add(stream)
    count += 1
  }

  /// Removes a stream, and its group if it was the last there.
  mutating func remove(_ stream: EventStream) {
    let group = stream.group
    group.remove(stream)
    count -= 1
    guard group.streams.isEmpty else { return }
    channels[group.channel]?[group.tag] = nil
    if channels[group.channel]?.isEmpty == true { channels[group.channel] = nil }
  }

  /// The groups of a channel.
  func groups(in channel: EventChannel) -> [EventGroup] { channels[channel].map { Array($0.values) } ?? [] }

  /// The groups of a tag, whatever their channels.
  func groups(of tag: EventTag) -> [EventGroup] { channels.values.compactMap { $0[tag] } }

  /// All streams.
  var all: [EventStream] { channels.values.flatMap { $0.values.flatMap(\.streams) } }
}
