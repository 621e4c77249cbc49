import Foundation

/// An earlier run of the app, as far as it still matters.
struct PastRun: Sendable, Hashable {
  let token: String
  var kind: PreviousExit.Kind
  /// Whether it ended in front of a person, or before it was known where it would be.
  let phase: RunPhase
  /// Whether it ended within ten seconds.
  let isEarly: Bool
  let startedAt: Date
  let duration: TimeInterval
  let version: String?
  let build: String?
  let osVersion: String
  /// The exposures in it as events carry them, every change of state as one, oldest first.
  let exposures: [JSONValue]
  /// What the host's crash reporter said of it.
  var crash: Crash?
  /// Whether the events that tell of its end are sure to be in the queue.
  var isHandedOver = false

  /// What a crash reporter said.
  struct Crash: Sendable, Hashable {
    let id: String
    let signature: String?
  }

  /// So many exposures are kept of a run, the newest ones.
  static let maximumExposures = 200

  /// The keys of the flags that people were exposed to.
  var exposedKeys: Set<ExactString> {
    Set(exposures.compactMap { $0["key"]?.stringValue }.map(ExactString.init))
  }

  /// The flags that people were exposed to, each once, in their last state.
  var lastStates: [JSONValue] {
    var latest: [ExactString: JSONValue] = [:]
    for exposure in exposures {
      if let key = exposure["key"]?.stringValue { latest[ExactString(key)] = exposure }
    }
    return latest.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Whether starting the app may be what ended it.
  ///
  /// A run that was not in front yet counts only when the host says that it crashed: the system ends such runs, too.
  var diedAtStart: Bool {
    switch kind {
    case .crashed: isEarly && phase != .background
    case .unexplained: isEarly && phase == .active
    default: false
    }
  }
}

extension PastRun {
  /// What is kept of a run that is over.
  init(_ record: RunRecord, kind: PreviousExit.Kind, exposed: [FeatureFlag]) {
    self.init(
      token: record.token, kind: kind, phase: record.phase, isEarly: record.isEarly, startedAt: record.startedAt,
      duration: record.duration, version: record.version, build: record.build, osVersion: record.system.version,
      exposures: exposed.suffix(Self.maximumExposures).map(\.exposureJSON))
  }
}

extension FeatureFlag {
  /// The flag's state as events carry it.
  var exposureJSON: JSONValue {
    var object: JSONObject = [
      "key": .string(key), "enabled": .bool(isEnabled), "rule_id": .string(ruleId), "variation": .string(variation),
      "epoch": .number(Double(epoch)), "revision": .number(Double(revision)),
    ]
    // A tester's own choice is no evidence for or against what the server decided.
    if origin == .override { object["overridden"] = true }
    return .object(object)
  }
}
