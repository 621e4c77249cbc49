import SerinFlags
import Testing

@Suite struct RolloutTests {
  private func included(_ flag: CompiledFlag, _ units: Range<Int>) -> Set<Int> {
    Set(units.filter { flag.evaluate(for: FlagContext(userID: "user-\($0)")).isEnabled })
  }

  @Test func fivePercentOfAHundredThousandUsersAreInAndStayInAtTen() throws {
    let five = try included(Samples.rollout(5), 0..<100_000)
    // The count that hashlib gives for the same draw.
    #expect(five.count == 4955)
    #expect((4790...5210).contains(five.count))
    let ten = try included(Samples.rollout(10), 0..<100_000)
    #expect(five.isSubset(of: ten))
    #expect((9700...10_300).contains(ten.count))
  }

  /// EV-14.
  @Test func rampsOnlyAddAndLoweringOnlyRemoves() throws {
    let units = 0..<20_000
    var earlier = Set<Int>()
    for percent in [0, 0.15, 1, 5, 25, 99.999999, 100] {
      let now = try included(Samples.rollout(percent), units)
      #expect(earlier.isSubset(of: now), "\(percent)")
      earlier = now
    }
    #expect(try included(Samples.rollout(5), units) == included(Samples.rollout(5.0), units))
    #expect(earlier.count == units.count)
  }

  /// EV-09.
  @Test func theEndsAreExactWithAndWithoutAUnit() throws {
    let none = try Samples.rollout(0)
    let all = try Samples.rollout(100)
    for context in [FlagContext(), FlagContext(userID: ""), FlagContext(userID: "user-1"), FlagContext(deviceID: "d")] {
      #expect(none.evaluate(for: context).reason == .notDrawn)
      #expect(!none.evaluate(for: context).isEnabled)
      #expect(all.evaluate(for: context).reason == .ruleMatched)
      #expect(all.evaluate(for: context).isEnabled)
    }
    let almostNone = try Samples.rollout(0.000001)
    let almostAll = try Samples.rollout(99.999999)
    #expect(!almostNone.evaluate(for: FlagContext()).isEnabled)
    #expect(!almostAll.evaluate(for: FlagContext()).isEnabled)
    #expect(almostAll.evaluate(for: FlagContext()).reason == .notDrawn)
  }

  @Test func theThresholdIsExclusive() throws {
    let number = Draw.number(salt: "s1", unit: "user-0")
    let context = FlagContext(userID: "user-0")
    #expect(try !Samples.rollout(Double(number) / 1_000_000).evaluate(for: context).isEnabled)
    #expect(try Samples.rollout(Double(number + 1) / 1_000_000).evaluate(for: context).isEnabled)
  }

  /// EV-06 and EV-07.
  @Test func saltsMakeDrawsIndependentAndASharedSaltMakesThemTheSame() throws {
    let first = try included(Samples.rollout(10, salt: "one"), 0..<50_000)
    let second = try included(Samples.rollout(10, salt: "two"), 0..<50_000)
    #expect(abs(first.intersection(second).count - 500) < 120)
    #expect(try included(Samples.rollout(10, salt: "one"), 0..<50_000) == first)
  }

  /// EV-08.
  @Test func aFractionOfAPercentIsPossible() throws {
    let count = try included(Samples.rollout(0.15), 0..<100_000).count
    #expect(abs(count - 150) < 50)
  }

  @Test func aRuleMayDrawOnAnotherAttribute() throws {
    let flag = try Samples.rollout(50, by: "company")
    let plain = try Samples.rollout(50)
    for index in 0..<200 {
      let byCompany = FlagContext(userID: "someone", attributes: ["company": .string("user-\(index)")])
      let byUser = FlagContext(userID: "user-\(index)")
      #expect(flag.evaluate(for: byCompany).isEnabled == plain.evaluate(for: byUser).isEnabled)
    }
    for attributes in [[:], ["company": nil], ["company": ""], ["company": 7], ["company": ["x"]]] as [JSONObject] {
      let evaluation = flag.evaluate(for: FlagContext(userID: "u", attributes: attributes))
      #expect(!evaluation.isEnabled && evaluation.reason == .notDrawn)
    }
    let byDevice = try Samples.rollout(50, by: "deviceID")
    for index in 0..<200 {
      let context = FlagContext(userID: "whoever", deviceID: "user-\(index)", attributes: ["deviceID": "no"])
      #expect(
        byDevice.evaluate(for: context).isEnabled == plain.evaluate(for: FlagContext(userID: "user-\(index)")).isEnabled
      )
    }
  }

  @Test func thoseNotDrawnGetOtherwiseOrGoOn() throws {
    func flag(_ otherwise: Rollout.Otherwise?) -> CompiledFlag {
      let rollout = Rollout(percent: .nobody, salt: "s", otherwise: otherwise)
      let rules = [
        RuleDefinition(id: "r_1", rollout: rollout, serve: .variation("on")),
        RuleDefinition(id: "r_2", serve: .variation("other")),
      ]
      let variations = FlagDefinition.standardVariations + [VariationDefinition(name: "other", isEnabled: true)]
      return CompiledFlag(FlagDefinition(key: "f", kind: .release, variations: variations, default: "on", rules: rules))
    }
    let off = flag(nil).evaluate(for: Samples.context)
    #expect(off.variation == "off" && off.ruleId == "r_1" && off.reason == .notDrawn)
    let other = flag(.variation("other")).evaluate(for: Samples.context)
    #expect(other.variation == "other" && other.ruleId == "r_1" && other.reason == .notDrawn && other.isEnabled)
    let next = flag(.continue).evaluate(for: Samples.context)
    #expect(next.variation == "other" && next.ruleId == "r_2" && next.reason == .ruleMatched)
  }

  @Test func aRuleThatDoesNotMatchIsNotDrawn() throws {
    let rollout = Rollout(percent: .everybody, salt: "s")
    let rule = RuleDefinition(
      id: "r_1", when: .attribute(AttributeCondition("plan", .equals, ["pro"])), rollout: rollout,
      serve: .variation("on"))
    let flag = CompiledFlag(FlagDefinition(key: "f", kind: .release, rules: [rule]))
    let evaluation = flag.evaluate(for: Samples.context)
    #expect(evaluation.reason == .noRule && evaluation.ruleId == "default" && evaluation.variation == "off")
  }
}
