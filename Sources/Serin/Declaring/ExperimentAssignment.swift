/// Which arm of an experiment somebody is in.
public struct ExperimentAssignment<Arm: Sendable & Hashable>: Sendable, Hashable {
  /// The arm to show.
  public let arm: Arm
  /// Whether this somebody takes part in the experiment; false for whoever only sees the control arm for want of another.
  public let isEnrolled: Bool
  /// The answer that decided; nil when there was none.
  public let flag: FeatureFlag?

  /// Creates an assignment, for tests and previews.
  ///
  /// - Parameters:
  ///   - arm: The arm to show.
  ///   - isEnrolled: Whether this somebody takes part in the experiment.
  ///   - flag: The answer that decided.
  public init(arm: Arm, isEnrolled: Bool, flag: FeatureFlag? = nil) {
    self.arm = arm
    self.isEnrolled = isEnrolled
    self.flag = flag
  }
}
