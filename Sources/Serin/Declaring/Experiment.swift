/// An experiment as the app's code knows it: its flag and its arms.
///
/// ```swift
/// enum Ranking: String { case control, similar = "treatment" }
/// let ranking = Experiment<Ranking>(.recommendations, control: .control)
/// ```
///
/// The raw value of an arm is the name of the flag's variation.
public struct Experiment<Arm: RawRepresentable & Sendable & Hashable>: Sendable where Arm.RawValue == String {
  /// The experiment's flag.
  public let flag: FlagKey
  /// The arm of whoever does not take part.
  public let control: Arm

  /// Declares an experiment.
  ///
  /// - Parameters:
  ///   - flag: The experiment's flag.
  ///   - control: The arm of whoever does not take part.
  public init(_ flag: FlagKey, control: Arm) {
    self.flag = flag
    self.control = control
  }
}

extension Experiment {
  /// The arm that an answer of the experiment's flag means.
  ///
  /// - An answer that is on gives the arm of its variation. Without an answer, with one that is off and with a variation that
  ///   this version of the app does not know, the arm is ``control``.
  /// - Somebody is enrolled whom a rule gave the arm's own variation. That of the flag's default, of a rule whose percentage
  ///   did not draw the unit, of a kill or of an override is no part of the experiment: counted, it would weigh on one arm
  ///   only.
  ///
  /// - Parameter flag: The answer of the experiment's flag, or nil when there is none.
  public func assignment(for flag: FeatureFlag?) -> ExperimentAssignment<Arm> {
    guard let flag else { return ExperimentAssignment(arm: control, isEnrolled: false, flag: nil) }
    let arm = flag.isEnabled ? Self.arm(flag.variation) ?? control : control
    let isEnrolled =
      flag.reason == .ruleMatched && flag.origin != .override && arm.rawValue.hasSameBytes(as: flag.variation)
    return ExperimentAssignment(arm: arm, isEnrolled: isEnrolled, flag: flag)
  }

  /// The arm of exactly that name; an enum's own look-up also takes a name whose bytes are others.
  private static func arm(_ variation: String) -> Arm? {
    Arm(rawValue: variation).flatMap { $0.rawValue.hasSameBytes(as: variation) ? $0 : nil }
  }
}
