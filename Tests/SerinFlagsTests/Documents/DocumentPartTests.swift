import SerinFlags
import Testing

@Suite struct DocumentPartTests {
  /// The same text for a reader, and for Swift's `==`, in other bytes.
  private let composed = "\u{E9}"
  private let decomposed = "e\u{301}"

  @Test func partsWithTextsOfOtherBytesDiffer() {
    #expect(composed == decomposed)
    #expect(condition(composed) != condition(decomposed))
    #expect(Set([condition(composed), condition(decomposed)]).count == 2)
    #expect(Prerequisite(flag: "other", .serves(composed)) != Prerequisite(flag: "other", .serves(decomposed)))
    #expect(rollout(salt: composed) != rollout(salt: decomposed))
    #expect(Split([Split.Arm(composed, weight: 1)]) != Split([Split.Arm(decomposed, weight: 1)]))
    #expect(Serve.variation(composed) != Serve.variation(decomposed))
  }

  @Test func partsWithTheSameDocumentAreTheSame() {
    #expect(condition(composed) == condition(composed))
    #expect(rollout(salt: "a").hashValue == rollout(salt: "a").hashValue)
    #expect(rollout(salt: "a") == rollout(salt: "a"))
    #expect(rollout(salt: "a") != rollout(salt: "b"))
  }

  private func condition(_ text: String) -> Condition {
    .attribute(AttributeCondition("city", .equals, [.string(text)]))
  }

  private func rollout(salt: String) -> Rollout {
    Rollout(percent: .everybody, salt: salt)
  }
}
