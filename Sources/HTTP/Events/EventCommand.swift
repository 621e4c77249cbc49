/// What a loop is told to do with its event streams.
enum EventCommand: Sendable {
  /// To send a message to the streams of a channel whose tags are meant.
  case broadcast(EventMessage, to: EventChannel, isMeant: (@Sendable (EventTag) -> Bool)?)
  /// To close the streams of a tag after a last message.
  case closeTag(EventTag, last: EventMessage?)
  /// To close the streams of a channel after a last message.
  case closeChannel(EventChannel, last: EventMessage?)
  /// To close all streams one after the other over a number of the loop's milliseconds.
  case closeAll(over: UInt64)
}
