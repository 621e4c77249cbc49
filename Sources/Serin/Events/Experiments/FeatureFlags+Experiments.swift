extension FeatureFlags {
  /// The arm of an experiment to show.
  ///
  /// Reads the flag as ``get(_:)`` does. The first call that finds somebody enrolled tells the server and
  /// ``Configuration/onEvent`` so, off the caller's thread, by an event `experiment_assigned` with `experiment` and
  /// `variant`: once for each experiment, unit and arm, across launches. An overridden flag tells nobody.
  ///
  /// - Parameter experiment: The experiment, declared once.
  public func assignment<Arm>(in experiment: Experiment<Arm>) -> ExperimentAssignment<Arm> {
    let assignment = experiment.assignment(for: get(experiment.flag.name))
    if assignment.isEnrolled, let flag = assignment.flag {
      engine.events.recordAssignment(flag, arm: assignment.arm.rawValue)
    }
    return assignment
  }
}
