import SerinFlags
import Testing

/// A draw that is used as a condition.
@Suite struct PercentConditionTests {
  private func truth(_ members: JSONObject, for context: FlagContext) throws -> Truth {
    var percent: JSONObject = ["salt": "s"]
    for member in members { percent[member.name] = member.value }
    let plain = try ConditionProbe.truth(["percent": .object(percent)], for: context)
    let negated = try ConditionProbe.truth(["not": ["percent": .object(percent)]], for: context)
    #expect(negated == plain.negated)
    return plain
  }

  private let nobody = [FlagContext(), FlagContext(userID: ""), FlagContext(attributes: ["company": "acme"])]

  @Test func nobodyAndEverybodyNeedNoUnit() throws {
    for context in nobody + [FlagContext(userID: "alice")] {
      #expect(try truth(["percent": 0], for: context) == .no)
      #expect(try truth(["percent": 100], for: context) == .yes)
    }
  }

  @Test func inBetweenItIsUnknownWithoutAUnit() throws {
    for context in nobody {
      for percent in [0.000001, 50, 99.999999] {
        #expect(try truth(["percent": .number(percent)], for: context) == .unknown)
      }
    }
    for value in [nil, .null, "", 7, true, ["x"]] as [JSONValue?] {
      var context = FlagContext(userID: "alice", deviceID: "d")
      context.attributes["company"] = value
      #expect(try truth(["percent": 50, "by": "company"], for: context) == .unknown)
    }
  }

  @Test func itHoldsForTheUnitsThatARolloutLetsIn() throws {
    for index in 0..<100 {
      let unit = "user-\(index)"
      let expected = Truth(Draw.number(salt: "s", unit: unit) < 30_000_000)
      #expect(try truth(["percent": 30], for: FlagContext(userID: unit)) == expected)
      #expect(try truth(["percent": 30], for: FlagContext(deviceID: unit)) == expected)
      let byCompany = FlagContext(userID: "x", attributes: ["company": .string(unit)])
      #expect(try truth(["percent": 30, "by": "company"], for: byCompany) == expected)
    }
  }

  @Test func otherSystemsDrawsAreConditionsToo() throws {
    for index in 0..<60 {
      let unit = "user-\(index)"
      for draw in DrawAlgorithm.allCases {
        let condition: JSONObject = ["percent": 50, "draw": .string(draw.rawValue)]
        let rollout: JSONValue = .object(["percent": 50, "salt": "s", "draw": .string(draw.rawValue)])
        let json = Samples.flag(rules: [["id": "r_00000001", "rollout": rollout, "serve": "on"]])
        let isIn = CompiledFlag(FlagEntry(reading: json, key: "f")).evaluate(for: FlagContext(userID: unit)).isEnabled
        #expect(try truth(condition, for: FlagContext(userID: unit)) == Truth(isIn))
      }
    }
  }

  @Test func twoConditionsCutASliceOut() throws {
    // From 20 to 30 percent: what another system writes as a range of one draw.
    let slice = Samples.all(
      ["percent": ["percent": 30, "salt": "s"]], Samples.not(["percent": ["percent": 20, "salt": "s"]]))
    for index in 0..<300 {
      let number = Draw.number(salt: "s", unit: "user-\(index)")
      let isIn = number >= 20_000_000 && number < 30_000_000
      #expect(try ConditionProbe.truth(slice, for: FlagContext(userID: "user-\(index)")) == Truth(isIn))
    }
    #expect(try ConditionProbe.truth(slice, for: FlagContext()) == .unknown)
  }

  @Test func otherwiseHasNoMeaningInACondition() {
    let condition: JSONValue = ["percent": ["percent": 5, "salt": "s", "otherwise": "off"]]
    let error = #expect(throws: DocumentError.self) {
      try FlagDefinition(json: Samples.gate(condition), key: "f", mode: .write)
    }
    #expect(error?.issues.map(\.path) == ["flags.f.rules[0].when.percent.otherwise"])
  }
}
