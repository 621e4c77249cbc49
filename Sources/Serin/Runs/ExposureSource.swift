import Foundation

/// Knows which flags people were exposed to in a run of the app, also in one that ended without warning.
protocol ExposureSource: Sendable {
  /// The exposures of a run, every change of state as one, in the order they happened; empty when none are known.
  ///
  /// - Parameter token: The run's token. Called once at the start of the app for the run before; it may read one small
  ///   file.
  func exposures(ofRun token: String) -> [FeatureFlag]
}

extension ExposureSource {
  func exposures(ofRun token: String) -> [FeatureFlag] { [] }
}

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
}

extension EventSink {
  /// Takes an event down that names no exposures apart from its members.
  func append(type: String, body: JSONObject, at date: Date) {
    append(type: type, body: body, exposures: [], at: date)
  }
}

/// Knows no exposures and keeps no events.
struct NoEvents: ExposureSource, EventSink {
  func append(type: String, body: JSONObject, exposures: [Exposure], at date: Date) {}
}
