import Foundation

/// Keeps events until they are sent.
protocol EventSink: Sendable {
  /// Takes an event down; returns at once.
  ///
  /// - Parameters:
  ///   - type: What kind of event it is, for example `metric` or `crash`.
  ///   - body: Its members. When one is called `id` it is the event's id, a UUID: an event with an id that was seen
  ///     before is the same one, and counts once.
  ///   - exposures: What people had been exposed to by then; a batch holds each of them once, however many events name it.
  ///   - date: When it happened.
  func append(type: String, body: JSONObject, exposures: [Exposure], at date: Date)

  /// Sends what was taken down now and not when it is time to, if the app is in the foreground.
  func sendNow()
}

extension EventSink {
  /// Takes an event down that names no exposures apart from its members.
  func append(type: String, body: JSONObject, at date: Date) {
    append(type: type, body: body, exposures: [], at: date)
  }
}
