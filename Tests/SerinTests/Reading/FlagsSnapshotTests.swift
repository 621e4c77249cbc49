import Testing

@testable import Serin

@Suite struct FlagsSnapshotTests {
  @Test func aKeyIsFoundByItsExactBytes() {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let flags = FlagsSnapshot([FeatureFlag(key: "New", isEnabled: true), FeatureFlag(key: composed, isEnabled: true)])
    #expect(flags.get("New") != nil)
    #expect(flags.get("new") == nil)
    #expect(flags.get("New ") == nil)
    #expect(flags.get(composed) != nil)
    #expect(flags.get(decomposed) == nil)
  }

  @Test func theDefaultIsForKeysThatAreNotThere() {
    let flags = FlagsSnapshot([FeatureFlag(key: "off", isEnabled: false), FeatureFlag(key: "on", isEnabled: true)])
    #expect(!flags.isEnabled("off", default: true))
    #expect(flags.isEnabled("on", default: false))
    #expect(flags.isEnabled("missing", default: true))
    #expect(!flags.isEnabled("missing", default: false))
  }

  @Test func ofTwoFlagsWithOneKeyTheLastCounts() {
    let flags = FlagsSnapshot([FeatureFlag(key: "a", isEnabled: false), FeatureFlag(key: "a", isEnabled: true)])
    #expect(flags.all.count == 1)
    #expect(flags.isEnabled("a", default: false))
  }

  @Test func allFlagsComeInTheOrderOfTheirKeys() {
    let keys = ["b", "a", "B", "a.b", "\u{E9}", "10", "9"]
    let flags = FlagsSnapshot(keys.map { FeatureFlag(key: $0, isEnabled: true) })
    #expect(flags.all.map(\.key) == ["10", "9", "B", "a", "a.b", "b", "\u{E9}"])
  }

  @Test func aSnapshotStandsInForAProvider() async throws {
    let provider: any FlagProvider = FlagsSnapshot([FeatureFlag(key: "a", isEnabled: true)])
    #expect(provider.isEnabled("a", default: false))
    #expect(try await provider.refresh() == .unchanged)
  }

  @Test func aSourceNeedsNoMoreThanGet() {
    struct OnlyOn: FlagReading {
      func get(_ key: String) -> FeatureFlag? { key == "a" ? FeatureFlag(key: key, isEnabled: true) : nil }
    }
    #expect(OnlyOn().isEnabled("a", default: false))
    #expect(OnlyOn().isEnabled("b", default: true))
  }

  @Test(arguments: [
    (FeatureFlag(key: "a", isEnabled: true, ruleId: "r_2"), false),
    (FeatureFlag(key: "a", isEnabled: true, ruleId: "r_1").from(.stored), false),
    (FeatureFlag(key: "a", isEnabled: true, ruleId: "r_1", properties: ["n": 1.0, "o": ["y": 2, "x": 1]]), true),
    (FeatureFlag(key: "a", isEnabled: false, ruleId: "r_1", variation: "on"), true),
    (FeatureFlag(key: "a", isEnabled: true, ruleId: "r_1", variation: "treatment"), true),
  ])
  func onlyWhatAnAppSeesIsAChange(_ later: FeatureFlag, _ isChange: Bool) {
    let earlier = FlagTable([
      FeatureFlag(key: "a", isEnabled: true, ruleId: "r_1"), FeatureFlag(key: "b", isEnabled: true),
    ])
    let changed = FlagTable([later, FeatureFlag(key: "b", isEnabled: true)]).changedKeys(from: earlier)
    #expect(changed == (isChange ? ["a"] : []))
  }

  @Test func propertiesAreComparedAsJSON() {
    let earlier = FlagTable([FeatureFlag(key: "a", isEnabled: true, properties: ["n": 1, "o": ["x": 1, "y": [true]]])])
    let same = FlagTable([
      FeatureFlag(key: "a", isEnabled: true, properties: ["o": ["y": [true], "x": 1.0], "n": 1.0])
    ])
    let other = FlagTable([
      FeatureFlag(key: "a", isEnabled: true, properties: ["n": true, "o": ["x": 1, "y": [true]]])
    ])
    #expect(same.changedKeys(from: earlier).isEmpty)
    #expect(other.changedKeys(from: earlier) == ["a"])
  }

  @Test func flagsThatCameOrWentAreChanges() {
    let earlier = FlagTable([FeatureFlag(key: "a", isEnabled: true), FeatureFlag(key: "b", isEnabled: true)])
    let later = FlagTable([FeatureFlag(key: "b", isEnabled: true), FeatureFlag(key: "c", isEnabled: false)])
    #expect(later.changedKeys(from: earlier) == ["a", "c"])
  }
}
