/// What has become of event streams since their registry was made.
///
/// The figures are read one after the other while streams come and go.
package struct EventStreamCounts: Sendable, Hashable {
  /// Streams that are open now.
  package var open = 0
  /// Streams that were begun.
  package var opened = 0
  /// Streams that were refused, by reason; every reason is there.
  package var refused: [EventStreamRefusal: Int] = [:]
  /// Streams that ended, by reason; every reason is there.
  package var ended: [EventStreamEnd: Int] = [:]
  /// Messages that were handed to streams: a broadcast counts once for each stream that it was for.
  package var events = 0
  /// Heartbeats that were handed to streams.
  package var heartbeats = 0
  /// Bytes of messages and heartbeats as they were handed to streams, with what HTTP adds to them.
  package var bytes = 0
}
