import Foundation
import SerinLock

extension EventRecorder {
  /// Records that a flag's answer was seen.
  ///
  /// One impression for each flag, rule, state and unit of a session; when the last batch failed, the impression that
  /// waits is tried again at once instead.
  ///
  /// - Parameter isReading: Whether this is inside a reading, which must not wait for code of the app.
  /// - Returns: Whether that is all there is to do; not when it could not be stored now.
  @discardableResult
  func recordImpression(_ flag: FeatureFlag, isReading: Bool = false) -> Bool {
    // A default given in code is no answer of anybody's.
    guard flag.origin != .code, let engine = state.withLock(\.engine), let units = engine.units(of: flag) else {
      return true
    }
    guard openJournal() else { return state.withLock(\.isClosed) }
    let now = clock.now
    let (stored, waiting, isLost) = state.withLock { state in note(flag, units, at: now, &state) }
    if let stored {
      engine.runs.metrics.exposed(flag, at: now)
      scheduleDrain()
      if stored.id != nil {
        if isReading { serial.async { [self] in tell(stored) } } else { tell(stored) }
      }
    } else if waiting == nil, state.withLock({ !$0.pending.isEmpty }) {
      // The ring may be full of what could not be stored elsewhere: tried again now, for the next call's sake.
      scheduleDrain()
    }
    if let waiting, sender.hasFailed, queue.contains(waiting) { flush(skipsPause: true) }
    return !isLost
  }

  /// Records an event of any other type.
  ///
  /// In the journal when it is small enough, so that it survives the process in the next instruction; else, and while the
  /// client is being closed, it goes to the queue of events off the caller's thread.
  ///
  /// - Parameters:
  ///   - id: The event's id; give the earlier one when the same event may have been recorded before.
  ///   - time: When it happened; nil means now.
  ///   - body: The members beside `id`, `type`, `at` and `exposures`.
  ///   - exposures: What the unit had seen; a batch holds each of them once.
  ///   - device: What is known of the device and version; nil means the present ones.
  /// - Returns: The event's id, or nil when it could not be recorded and was counted as lost.
  @discardableResult
  func record(
    _ type: String, id: EventID? = nil, at time: Date? = nil, body: JSONObject, exposures: [Exposure] = [],
    device: JSONObject? = nil
  ) -> EventID? {
    let time = (time ?? clock.now).wholeMilliseconds
    let event = EventRecord(
      id: id ?? ids.next(at: time), at: time, type: type, body: body, exposures: exposures,
      device: device ?? self.device)
    let isSmall = exposures.count <= Self.maximumJournalExposures && JSONValue.object(body).serialized().count <= 4096
    // The journal knows of one device and version only.
    guard isSmall, device == nil, !state.withLock(\.isClosed) else {
      serial.async { [self] in keep(event) }
      return event.id
    }
    let isOpen = openJournal()
    let (isStored, isAnyWaiting) = state.withLock { state in
      let isStored = isOpen && state.store(.event(event))
      if !isStored { state.lost += 1 }
      return (isStored, !state.pending.isEmpty)
    }
    // Also when the ring is full: the disk may have room by now for what is in it.
    if isAnyWaiting { scheduleDrain() }
    return isStored ? event.id : nil
  }

  /// On the serial queue.
  private func keep(_ event: EventRecord) {
    if isAppExtension {
      leave([event])
    } else {
      queue.append([event], at: clock.now)
      sender.wait()
    }
  }

  /// The id of the present session.
  var session: String { state.withLock(\.session) }

  /// The attributes that say what device and version the events are of.
  var device: JSONObject {
    guard let engine = state.withLock(\.engine) else { return [:] }
    let attributes = engine.core.withLock { $0.context.attributes }
    return JSONObject(members: Self.deviceAttributes.compactMap { name in attributes[name].map { (name, $0) } })
  }

  /// The names of the attributes that a batch carries.
  static let deviceAttributes = ["appVersion", "appBuild", "osName", "osVersion", "deviceModel", "locale"]
  private static let maximumJournalExposures = 32

  private func note(
    _ flag: FeatureFlag, _ units: EventUnits, at now: Date, _ state: inout RecorderState
  ) -> (stored: Sighting?, waiting: EventID?, isLost: Bool) {
    guard !state.isClosed else { return (nil, nil, false) }
    func sighting(_ id: EventID?) -> Sighting {
      Sighting(id: id, at: now.wholeMilliseconds, exposure: Exposure(flag), units: units, session: state.session)
    }
    let seen = sighting(nil)
    let waiting = state.impressions.id(for: seen)
    // What is nobody's cannot be counted.
    let isCounted = !seen.exposure.isOverridden && !(units.userID == nil && units.deviceID == nil)
    if waiting != nil || !isCounted {
      // No impression, but the report of a crash must know that the flag was this way again, or by hand.
      guard state.history.wouldNote(seen), state.store(.sighting(seen)) else { return (nil, waiting, false) }
      _ = state.history.note(seen)
      return (seen, waiting, false)
    }
    let id = ids.next(at: now)
    let new = sighting(id)
    // Only what is stored is marked; otherwise the next call tries again.
    guard state.store(.sighting(new)) else { return (nil, nil, true) }
    state.impressions.insert(new, id)
    _ = state.history.note(new)
    return (new, nil, false)
  }

  private func tell(_ sighting: Sighting) {
    let exposure = sighting.exposure
    tell(
      FlagEvent(
        name: EventRecord.impression,
        parameters: [
          "flag_key": .string(exposure.flagKey), "rule_id": .string(exposure.ruleID),
          "variation": .string(exposure.variation), "enabled": .bool(exposure.isEnabled),
        ]))
  }

  /// Tells the app what happened, unless the client was closed meanwhile: then nobody is called any more.
  func tell(_ event: FlagEvent) {
    guard let onEvent = configuration.onEvent, !state.withLock(\.isClosed) else { return }
    onEvent(event)
  }
}
