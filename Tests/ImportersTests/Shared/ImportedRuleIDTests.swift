import Testing

@testable import Importers

struct ImportedRuleIDTests {
  @Test
  func theSamePlaceGivesTheSameId() {
    let id = ImportedRuleID.make(system: "unleash", flag: "a", path: "strategies[0]")
    #expect(id == ImportedRuleID.make(system: "unleash", flag: "a", path: "strategies[0]"))
    #expect(id.hasPrefix("r_"))
    #expect(id.utf8.count == 10)
  }

  @Test
  func anotherPlaceFlagOrSystemGivesAnotherId() {
    let ids = [
      ImportedRuleID.make(system: "unleash", flag: "a", path: "b"),
      ImportedRuleID.make(system: "unleash", flag: "a", path: "c"),
      ImportedRuleID.make(system: "unleash", flag: "ab", path: ""),
      ImportedRuleID.make(system: "flagd", flag: "a", path: "b"),
    ]
    #expect(Set(ids).count == ids.count)
  }
}
