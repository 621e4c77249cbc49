/// One event of an event stream.
struct ServerSentEvent: Sendable, Hashable {
  /// The event's type; `message` where the server names none.
  let type: String
  /// The data lines, joined by line feeds.
  let data: String
}
