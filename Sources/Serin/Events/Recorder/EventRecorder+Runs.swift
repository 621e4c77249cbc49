import Foundation
import SerinLock

/// What the record of the run needs of the recorder.
extension EventRecorder: ExposureSource, EventSink {
  /// The exposures of a run, every change of state as one, in the order they happened; empty when none are known.
  ///
  /// An overridden flag is among them, with ``FlagOrigin/override``; the others say ``FlagOrigin/remote``, and have no
  /// properties. Reads at most two files.
  ///
  /// - Parameter token: The run's name, see ``RunToken/name``.
  func exposures(ofRun token: String) -> [FeatureFlag] {
    let transitions = exposedFlags(ofRun: token).flatMap(\.transitions).enumerated()
    // The sort keeps the order of what happened in one millisecond.
    let ordered = transitions.sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    return ordered.map { FeatureFlag($0.element.exposure) }
  }

  /// Takes an event down; returns at once.
  ///
  /// - Parameters:
  ///   - type: What kind of event it is, for example `metric` or `crash`.
  ///   - body: Its members. When one is called `id` it is the event's id, a UUID: an event with an id that was seen
  ///     before is the same one, and counts once.
  ///   - exposures: What people had been exposed to by then.
  ///   - date: When it happened.
  func append(type: String, body: JSONObject, exposures: [Exposure], at date: Date) {
    var body = body
    let id = body.removeValue(forName: "id")?.stringValue.flatMap(EventID.init)
    record(type, id: id, at: date, body: body, exposures: exposures)
  }

  /// Sends what was taken down now and not when it is time to, if the app is in the foreground.
  func sendNow() {
    if sender.isActive { flush() }
  }

  /// Keeps everything in memory from now on, because the folder is another client's.
  ///
  /// For the time before anything was recorded.
  func keepInMemory() {
    queue.leaveFile()
    experiments.stopWriting()
    state.withLock { state in
      state.journal = .memory
      state.ownsFolder = false
    }
  }
}

extension FeatureFlag {
  /// A flag as it was seen.
  fileprivate init(_ exposure: Exposure) {
    self.init(
      key: exposure.flagKey, isEnabled: exposure.isEnabled, ruleId: exposure.ruleID, variation: exposure.variation,
      reason: exposure.isOverridden ? .override : .ruleMatched, origin: exposure.isOverridden ? .override : .remote,
      revision: exposure.revision, epoch: exposure.epoch, properties: [:])
  }
}
