import SerinFlags
import Testing

/// EV-18 to EV-22: who is who.
@Suite struct IdentityTests {
  private func isEnabled(_ flag: CompiledFlag, _ id: String?) -> Bool {
    flag.evaluate(for: FlagContext(userID: id)).isEnabled
  }

  @Test(arguments: ["Zoë", "Zoe\u{308}", "用户", "👩‍👩‍👧", " user ", "a\u{0}b", "\u{FEFF}x"])
  func anyIdIsDrawnByItsBytes(id: String) throws {
    let number = Draw.number(salt: "s1", unit: id)
    #expect(try !isEnabled(Samples.rollout(Double(number) / 1_000_000), id))
    #expect(try isEnabled(Samples.rollout(Double(number + 1) / 1_000_000), id))
  }

  /// EV-19.
  @Test func composedAndDecomposedIdsAreTwoUsersEverywhere() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    let rule = RuleDefinition(
      id: "r_1", when: .attribute(AttributeCondition("userID", .in, [.string(composed)])), serve: .variation("on"))
    let flag = CompiledFlag(FlagDefinition(key: "f", kind: .release, rules: [rule]))
    #expect(isEnabled(flag, composed))
    #expect(!isEnabled(flag, decomposed))
    let numbers = [composed, decomposed].map { Draw.number(salt: "s1", unit: $0) }
    let between = try Samples.rollout(Double(numbers.max() ?? 0) / 1_000_000)
    #expect(isEnabled(between, composed) != isEnabled(between, decomposed))
  }

  /// EV-20.
  @Test func anEmptyIdIsAbsent() throws {
    #expect(try isEnabled(Samples.rollout(100), ""))
    #expect(try isEnabled(Samples.rollout(100), nil))
    let half = try Samples.rollout(50).evaluate(for: FlagContext(userID: "", deviceID: ""))
    #expect(!half.isEnabled && half.reason == .notDrawn)
    let trace = try Samples.rollout(50).explain(for: FlagContext(userID: "")).rules[0].rollout
    #expect(trace?.unit == nil && trace?.number == nil && trace?.isDrawn == false)
  }

  /// EV-22.
  @Test func aRuleByDeviceDoesNotNoticeTheLogIn() throws {
    let byDevice = try Samples.rollout(50, by: "deviceID")
    let byUser = try Samples.rollout(50, by: "userID")
    for index in 0..<200 {
      let anonymous = FlagContext(deviceID: "d-\(index)")
      let signedIn = FlagContext(userID: "u-\(index)", deviceID: "d-\(index)")
      let elsewhere = FlagContext(userID: "u-\(index)", deviceID: "other")
      #expect(byDevice.outcome(for: anonymous) == byDevice.outcome(for: signedIn))
      #expect(byUser.outcome(for: signedIn) == byUser.outcome(for: elsewhere))
    }
  }

  @Test func withoutAUserTheDeviceIsDrawn() throws {
    let flag = try Samples.rollout(50)
    for index in 0..<200 {
      let id = "id-\(index)"
      #expect(flag.outcome(for: FlagContext(deviceID: id)) == flag.outcome(for: FlagContext(userID: id)))
      #expect(flag.outcome(for: FlagContext(userID: "", deviceID: id)) == flag.outcome(for: FlagContext(userID: id)))
    }
  }
}
