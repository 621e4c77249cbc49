import Serin
import Testing

@testable import SerinUI

@Suite @MainActor struct FlagDebugEditingTests {
  @Test func theFirstToggleChangesTheRowTheClientAndTellsTheView() {
    let flags = FeatureFlags.inMemory(FlagsSnapshot([FeatureFlag(key: "a", isEnabled: false)]))
    let model = FlagDebugModel(flags)
    var shown: [Bool?] = []
    model.onChange = { shown.append(model.rows.first?.isEnabled) }
    #expect(model.setEnabled(true, for: "a"))
    #expect(shown.last == true)
    #expect(flags.isEnabled("a", default: false))
    #expect(model.row("a")?.details.origin == .override)
    #expect(model.row("a")?.override == FlagOverride(isEnabled: true))
  }

  @Test func variationAndPropertiesAreSetByHandOverWhatIsInEffect() throws {
    let snapshot = FlagsSnapshot([
      FeatureFlag(key: "a", isEnabled: true, variation: "b", properties: ["n": 3, "s": "text", "o": ["x": 1]])
    ])
    let flags = FeatureFlags.inMemory(snapshot)
    let model = FlagDebugModel(flags)
    try model.setProperty(" 4.5 ", for: "n", as: .number, of: "a")
    #expect(flags.get("a")?.variation == "b")
    #expect(flags.get("a")?.number(forProperty: "n", default: 0) == 4.5)
    #expect(flags.get("a")?.string(forProperty: "s", default: "") == "text")
    model.setVariation(" c ", for: "a")
    #expect(flags.get("a")?.variation == "c")
    #expect(flags.get("a")?.isEnabled == true)
    #expect(model.row("a")?.properties.filter(\.isOverridden).map(\.name) == ["n"])
    model.removeProperty("n", of: "a")
    #expect(flags.get("a")?.number(forProperty: "n", default: 0) == 3)
    #expect(model.row("a")?.override != nil)
    model.removeOverride(for: "a")
    #expect(flags.get("a")?.variation == "b")
    #expect(model.row("a")?.override == nil)
  }

  @Test func anEmptyOrUnknownVariationAndAFlagThatNobodyKnowsAreNoProblem() {
    let flags = FeatureFlags.inMemory(FlagsSnapshot([FeatureFlag(key: "a", isEnabled: true, variation: "b")]))
    let model = FlagDebugModel(flags)
    model.setVariation("no such outcome", for: "a")
    #expect(flags.get("a")?.variation == "no such outcome")
    model.setVariation("", for: "a")
    #expect(flags.get("a")?.variation == "on")
    model.setVariation("x", for: "made_up")
    #expect(model.row("made_up")?.isEnabled == false)
    #expect(model.row("made_up")?.properties.isEmpty == true)
    model.removeProperty("x", of: "nobody")
  }

  @Test func allOverridesAreResetAtOnce() {
    let snapshot = FlagsSnapshot([FeatureFlag(key: "a", isEnabled: false), FeatureFlag(key: "b", isEnabled: true)])
    let flags = FeatureFlags.inMemory(snapshot)
    let model = FlagDebugModel(flags)
    model.setEnabled(true, for: "a")
    model.setEnabled(false, for: "b")
    #expect(model.overrideCount == 2)
    model.removeAllOverrides()
    #expect(model.overrideCount == 0)
    #expect(model.rows.map(\.isEnabled) == [false, true])
    #expect(model.rows.allSatisfy { $0.override == nil })
  }
}
