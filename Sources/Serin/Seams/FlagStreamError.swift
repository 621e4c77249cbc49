/// Why a stream of lines did not begin, or ended before its time.
///
/// A transport may throw any other error when the connection broke.
public enum FlagStreamError: Error, Sendable {
  /// The transport has no streams; the SDK then lives without them.
  case unsupported
  /// The server answered with something other than a stream.
  ///
  /// The status is not 200, or the content is not `text/event-stream`. The SDK looks at the status and at the
  /// `Retry-After` field; the body may be empty.
  case refused(FlagResponse)
  /// A line has more than 64 kilobytes, or lines came faster than they could be read.
  case overflow
}
