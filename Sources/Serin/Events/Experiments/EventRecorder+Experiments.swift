import Foundation
import SerinLock

extension EventRecorder {
  /// Records that somebody takes part in an experiment, unless that was recorded before.
  ///
  /// - Parameters:
  ///   - flag: The answer that decided.
  ///   - arm: The name of the variation.
  func recordAssignment(_ flag: FeatureFlag, arm: String) {
    guard !isLocked, let engine = state.withLock(\.engine), let units = engine.units(of: flag) else { return }
    let isFirst = state.withLock { state in
      // Asked for with every drawing of a screen: the file is not worth asking each time.
      state.assignments.insert(Assignment(flag.key, arm, units))
    }
    guard isFirst else { return }
    let now = clock.now
    serial.async { [self] in
      guard experiments.isNew(flag.key, arm: arm, units: units) else { return }
      let parameters: JSONObject = ["experiment": .string(flag.key), "variant": .string(arm)]
      var body = parameters
      body["rule_id"] = .string(flag.ruleId)
      body["epoch"] = .number(Double(flag.epoch))
      body["revision"] = .number(Double(flag.revision))
      body["units"] = .object(units.json)
      body["session"] = .string(session)
      guard record(EventRecord.experimentAssigned, at: now, body: body) != nil else {
        state.withLock { $0.assignments.remove(Assignment(flag.key, arm, units)) }
        return
      }
      experiments.remember(flag.key, arm: arm, units: units)
      tell(FlagEvent(name: EventRecord.experimentAssigned, parameters: parameters))
    }
  }
}

/// The arms that this run has asked about.
struct AssignmentMarks: Sendable {
  private var marks: Set<Assignment> = []

  /// - Returns: Whether it was not there.
  mutating func insert(_ mark: Assignment) -> Bool {
    // Beyond that the file answers.
    if marks.count >= 1000 { marks = [] }
    return marks.insert(mark).inserted
  }

  mutating func remove(_ mark: Assignment) {
    marks.remove(mark)
  }
}

/// One arm of one experiment for one unit.
struct Assignment: Sendable, Hashable {
  private let experiment: ExactString
  private let arm: ExactString
  private let units: EventUnits

  init(_ experiment: String, _ arm: String, _ units: EventUnits) {
    self.experiment = ExactString(experiment)
    self.arm = ExactString(arm)
    self.units = units
  }
}
