import Serin
import SerinUI
import Testing

@Suite struct LaunchArgumentTests {
  private let flags = FeatureFlags.inMemory(
    FlagsSnapshot([FeatureFlag(key: "a", isEnabled: false, properties: ["n": 1, "s": "x"])]))

  @Test func flagsAreSetByTheArgumentsOfAScheme() {
    let problems = flags.overrides.apply(arguments: [
      "/usr/bin/shop", "-AppleLanguages", "(en)", "-serin-flag", "a=on", "-serin-flag", "b=on:treatment", "-serin-flag",
      #"c={"isEnabled":false,"variation":"v","properties":{"n":2}}"#, "other=on",
    ])
    #expect(problems.isEmpty)
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.get("a")?.number(forProperty: "n", default: 0) == 1)
    #expect(flags.get("b")?.variation == "treatment")
    #expect(flags.get("c")?.isEnabled == false)
    #expect(flags.get("c")?.variation == "v")
    #expect(flags.get("c")?.number(forProperty: "n", default: 0) == 2)
    #expect(flags.overrides.all.count == 3)
  }

  @Test func noneRemovesWhatWasSetByHand() {
    flags.overrides.set(FlagOverride(isEnabled: true), for: "a")
    #expect(flags.overrides.apply(arguments: ["-serin-flag", "a=none"]).isEmpty)
    #expect(!flags.isEnabled("a", default: true))
  }

  @Test(arguments: [
    "a", "=on", "a=", "a=yes", "a=on:", "a=true", "a={", #"a={"variation":"b"}"#, #"a={"isEnabled":1}"#,
  ])
  func whatIsNoFlagIsReportedAndLeavesTheOthersAlone(_ text: String) {
    let problems = flags.overrides.apply(arguments: ["-serin-flag", text, "-serin-flag", "b=on"])
    #expect(problems.count == 1)
    #expect(Array(flags.overrides.all.keys) == ["b"])
  }

  @Test func aNameWithoutAValueIsReported() {
    #expect(flags.overrides.apply(arguments: ["-serin-flag"]).count == 1)
  }

  @Test func whereOverridesAreNotAllowedNothingIsSet() {
    let locked = FeatureFlags.inMemory(FlagsSnapshot(), allowsOverrides: false)
    #expect(locked.overrides.apply(arguments: ["-serin-flag", "a=on"]) == ["overrides are not allowed here"])
    #expect(locked.get("a") == nil)
  }
}
