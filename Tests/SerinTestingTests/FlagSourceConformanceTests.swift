import Foundation
import Serin
import SerinTesting
import Testing

@Suite struct FlagSourceConformanceTests {
  /// - Parameter patience: Short, so that what never comes is noticed soon.
  private func violations(
    of defect: BrokenSource.Defect, patience: TimeInterval = 0.2
  ) async -> [FlagSourceConformance.Violation] {
    await FlagSourceConformance.check(patience: patience) {
      BrokenSource(defect)
    } change: { source in
      (source as? BrokenSource)?.change()
    }
  }

  @Test(arguments: [
    (BrokenSource.Defect.emptyName, FlagSourceConformance.Rule.name), (.otherNameEachTime, .name),
    (.nameOfTheServer, .name), (.sameKeyTwice, .flags), (.emptyKey, .flags), (.givenAndUndecided, .flags),
    (.madeInTheFuture, .confirmedAt), (.neverAnswers, .answers), (.confirmsAnyValidator, .answers),
    (.validatorOfOtherFlags, .validator), (.lastContextsFlags, .contexts), (.storedOfTheLastContext, .contexts),
    (.slowStored, .stored), (.ignoresCancellation, .cancellation), (.lowerRevision, .revision),
    (.throwsErrors, .errors), (.changeWithTheSameValidator, .change), (.changeThatIsNone, .change),
    (.changeWithALowerRevision, .revision), (.noSignal, .signal), (.spreadOfDays, .signal),
  ]) func everyDefectIsFound(_ defect: BrokenSource.Defect, _ rule: FlagSourceConformance.Rule) async {
    let violations = await violations(of: defect)
    #expect(violations.contains { $0.rule == rule }, "\(violations)")
  }

  @Test func aSourceWithoutADefectHasNoViolation() async {
    #expect(await violations(of: .none, patience: 60) == [])
  }

  @Test func everyRuleHasADefectThatBreaksIt() async {
    var broken: Set<FlagSourceConformance.Rule> = []
    for defect in BrokenSource.Defect.allCases { broken.formUnion(await violations(of: defect).map(\.rule)) }
    #expect(broken == Set(FlagSourceConformance.Rule.allCases))
  }

  @Test func aSourceThatCannotBeMadeIsAViolation() async {
    let violations = await FlagSourceConformance.check { throw URLError(.cannotFindHost) }
    #expect(violations.map(\.rule) == [.errors])
    #expect(violations.first?.description.hasPrefix("errors: ") == true)
  }

  @Test func theSnapshotSourceConforms() async {
    let snapshot = FlagsSnapshot([FeatureFlag(key: "a", isEnabled: true)])
    #expect(await FlagSourceConformance.check { SnapshotSource(snapshot) } == [])
  }

  @Test func theRulesetSourceConforms() async throws {
    let document = #"""
      {"schema": 1, "epoch": 1, "revision": 5, "flags": {"a": {"kind": "release", "rules": [
        {"id": "r_1a2b3c4d", "if": [{"attribute": "country", "op": "in", "values": ["AT"]}], "serve": {"enabled": true}}
      ]}}}
      """#
    #expect(await FlagSourceConformance.check { try RulesetSource(document: Data(document.utf8)) } == [])
  }

  @Test func theSourceInMemoryConforms() async {
    let violations = await FlagSourceConformance.check {
      let source = InMemorySource()
      source.set { [FeatureFlag(key: "a", isEnabled: $0.userID != nil)] }
      return source
    } change: { source in
      (source as? InMemorySource)?.set { [FeatureFlag(key: "a", isEnabled: $0.userID == nil)] }
    }
    #expect(violations == [])
  }
}
