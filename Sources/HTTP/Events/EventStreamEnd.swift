/// Why an event stream ended.
///
/// There are few, so that they can be the label of a counter.
package enum EventStreamEnd: String, Sendable, Hashable, CaseIterable {
  /// The client has closed its side, or the connection broke.
  case clientGone
  /// More was waiting for the client than may.
  case tooSlow
  /// The client took nothing for too long.
  case stalled
  /// The client sent more than it may.
  case unexpectedInput
  /// The stream was open for as long as streams are.
  case lifetime
  /// The owner closed it.
  case closed
  /// The server stopped.
  case stopping
}
