/// How event streams are kept, and how many there may be.
///
/// Times are in seconds; `.infinity` means never. A figure below the least that is named counts as the least.
package struct EventStreamConfiguration: Sendable {
  /// How often every stream gets ``heartbeat``, at least 0.001; streams get it at different moments.
  package var heartbeatInterval = 15.0
  /// What keeps proxies from taking a stream for dead: a comment; none at all means no heartbeat.
  package var heartbeat = Array(": \n\n".utf8)
  /// How long a stream lives on average before it is closed in an orderly way, so that clients spread anew over servers.
  package var lifetime = 3600.0
  /// By which part of it a single lifetime may be shorter or longer, 0 to 1.
  package var lifetimeVariation = 0.2
  /// Bytes that may wait for a client that reads slowly; with more it is cut off.
  ///
  /// One message that is larger than this may wait for a client for which nothing else is waiting.
  package var pendingBytes = 64 * 1024
  /// How long a client may take nothing of what waits for it, and its system acknowledge nothing; then it is cut off.
  package var stallTimeout = 30.0
  /// Bytes that a client may send on its stream, which are ignored; with more it is cut off.
  package var inputBytes = 4096
  /// Streams over all loops; further ones are refused.
  ///
  /// A server lowers the figure to four fifths of the connections that it may have, so that there is room for requests.
  package var streams = 100_000
  /// Streams of one tag; nil means no limit.
  package var streamsPerTag: Int?
  /// Streams of one IPv4 address or one IPv6 /64; nil means no limit, which is right behind a proxy.
  package var streamsPerSource: Int?
  /// After how many seconds a client that was refused may try again, at least 0; drawn anew for each.
  package var retryAfter = 5...30
  /// The last bytes of a stream that ends because of its lifetime or of a stop; asked on the event loop for each stream.
  package var farewell: @Sendable () -> [UInt8] = { [] }

  /// Creates the default configuration.
  package init() {}
}
