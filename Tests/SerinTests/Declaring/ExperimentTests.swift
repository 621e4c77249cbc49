import Testing

@testable import Serin

/// R2.6, decision 52: which arm an answer means, and who takes part.
@Suite struct ExperimentTests {
  private enum Arm: String { case control, treatment, cafe = "caf\u{E9}" }

  private let experiment = Experiment<Arm>(ShopFlag.recommendations.flag, control: .control)

  private func flag(
    _ variation: String, isEnabled: Bool = true, rule: String = "r_8b9c0d1e", reason: FlagReason = .ruleMatched,
    origin: FlagOrigin = .remote
  ) -> FeatureFlag {
    FeatureFlag(
      key: "recommendations", isEnabled: isEnabled, ruleId: rule, variation: variation, reason: reason, origin: origin,
      revision: 1, epoch: 1, properties: [:])
  }

  @Test func theVariationIsTheArm() {
    for (variation, arm) in [("control", Arm.control), ("treatment", .treatment)] {
      let answer = flag(variation)
      #expect(
        experiment.assignment(for: answer) == ExperimentAssignment(arm: arm, isEnrolled: true, flag: answer))
    }
  }

  @Test func withoutAnAnswerItIsControl() {
    #expect(experiment.assignment(for: nil) == ExperimentAssignment(arm: .control, isEnrolled: false))
  }

  @Test(arguments: ["another", "Treatment", "", "cafe\u{301}"])
  func anArmThatThisVersionDoesNotKnowIsControlAndNotEnrolled(_ variation: String) {
    let answer = flag(variation)
    #expect(
      experiment.assignment(for: answer) == ExperimentAssignment(arm: .control, isEnrolled: false, flag: answer))
  }

  @Test func aFlagThatIsOffIsControlAndNotEnrolled() {
    #expect(experiment.assignment(for: flag("off", isEnabled: false)).arm == .control)
    #expect(!experiment.assignment(for: flag("off", isEnabled: false)).isEnrolled)
    #expect(experiment.assignment(for: flag("treatment", isEnabled: false)).arm == .control)
    #expect(!experiment.assignment(for: flag("treatment", isEnabled: false)).isEnrolled)
  }

  /// Control is often "without the feature", as a variation that is off; who was drawn for it takes part all the same.
  @Test func aControlArmThatIsOffIsEnrolled() {
    let assignment = experiment.assignment(for: flag("control", isEnabled: false))
    #expect(assignment.arm == .control)
    #expect(assignment.isEnrolled)
  }

  @Test(arguments: [
    ("", FlagReason.killed), ("default", .noRule), ("r_8b9c0d1e", .notDrawn), ("default", .prerequisiteFailed),
    ("default", .cycle), ("", .override),
  ])
  func whomNoRuleGaveTheArmIsNotEnrolled(_ rule: String, _ reason: FlagReason) {
    let control = experiment.assignment(for: flag("control", isEnabled: false, rule: rule, reason: reason))
    #expect(control.arm == .control)
    #expect(!control.isEnrolled)
    let treatment = experiment.assignment(for: flag("treatment", rule: rule, reason: reason))
    #expect(treatment.arm == .treatment)
    #expect(!treatment.isEnrolled)
  }

  @Test func anOverrideIsNotEnrolled() {
    let assignment = experiment.assignment(for: flag("treatment", origin: .override))
    #expect(assignment.arm == .treatment)
    #expect(!assignment.isEnrolled)
  }
}
