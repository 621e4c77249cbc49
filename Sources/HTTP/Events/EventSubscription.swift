/// The body of an answer that makes its connection an event stream.
///
/// From then on the connection belongs to no handler and no task: it gets what is broadcast to its channel
/// (``EventStreams``) until it is closed. It begins when the answers to all earlier requests were sent; later requests of
/// the connection get no answer.
public struct EventSubscription: Sendable {
  /// What happens at the moment of the subscription.
  package enum Opening: Sendable {
    /// The stream begins, with these bytes, which may be none.
    case stream(first: [UInt8])
    /// There is no stream, and this is the answer; not another stream.
    case instead(HTTPResponse)
  }

  /// What the stream is told about.
  package let channel: EventChannel
  /// To whom the stream belongs.
  package let tag: EventTag
  /// What counts as the source of the stream; nil means the other end of the connection.
  package let source: SocketAddress?
  /// Says how the stream begins.
  package let opening: @Sendable () -> Opening

  /// Creates a subscription.
  ///
  /// - Parameters:
  ///   - channel: What the stream is told about.
  ///   - tag: To whom the stream belongs.
  ///   - source: What counts as the source of the stream; nil means the other end of the connection, which is a proxy
  ///     where there is one.
  ///   - opening: Says how the stream begins. It is asked on the event loop and must not block. Whatever is broadcast or
  ///     closed later than it is asked reaches the stream, whatever was so before is not seen by it: an owner that
  ///     changes its state first and then broadcasts or closes, and reads that state here, has no gap between the two.
  package init(
    channel: EventChannel, tag: EventTag, source: SocketAddress? = nil, opening: @escaping @Sendable () -> Opening
  ) {
    self.channel = channel
    self.tag = tag
    self.source = source
    self.opening = opening
  }
}
