import CAllocations
import SerinFlags
import Testing

/// An evaluation takes nothing from the heap.
@Suite(.enabled(if: callocations_available())) struct AllocationTests {
  /// How many allocations a piece of work makes once it is warm.
  private func allocations(_ work: () -> Void) -> Int {
    work()
    callocations_begin()
    work()
    return callocations_end()
  }

  private static let context = FlagContext(
    userID: "user-00042", deviceID: "device-1",
    attributes: [
      "country": "US", "plan": "enterprise", "email": "someone.with.a.long.name@acme.io", "age": 44, "beta": "yes",
      "appVersion": "5.10.1", "address": "10.1.2.3", "seen": "2027-01-15T09:00:00Z",
    ])

  /// A flag for each condition, with a percentage and a split behind it.
  private func ruleset(_ conditions: [JSONValue]) throws -> CompiledRuleset {
    var flags: JSONObject = [:]
    for (index, condition) in conditions.enumerated() {
      flags["flag-\(index)"] = Samples.flag(rules: [
        ["id": "r_00000001", "when": condition, "serve": "on"],
        [
          "id": "r_00000002", "rollout": ["percent": 25, "salt": "k3J9xw2Q"],
          "serve": ["split": [["variation": "on", "weight": 1], ["variation": "off", "weight": 2]]],
        ],
      ])
    }
    return CompiledRuleset(try RulesetDocument(json: Samples.ruleset(flags), mode: .write))
  }

  static let conditions: [JSONValue] = [
    [
      "all": [
        ["attribute": "country", "op": "in", "values": ["CA", "US"]],
        ["attribute": "plan", "op": "equals", "value": "free"],
      ]
    ],
    [
      "any": [
        ["not": ["attribute": "email", "op": "endsWith", "value": "@acme.io"]],
        ["attribute": "age", "op": ">", "value": 90],
      ]
    ],
    ["attribute": "email", "op": "contains", "value": "LONG", "ignoringCase": true],
    ["attribute": "email", "op": "matches", "value": "^nobody@.*[.]io$"],
    ["attribute": "seen", "op": "before", "value": "2026-01-01T00:00:00Z"],
    ["attribute": "age", "op": "modulo", "divisor": 7, "remainder": 1],
    ["attribute": "absent", "op": "exists"],
    ["percent": ["percent": 0.000001, "salt": "abcdefgh"]],
    ["now": "before", "instant": "2020-01-01T00:00:00Z"],
  ]

  /// Conditions whose code allocates only when it is not optimised.
  static let optimisedConditions: [JSONValue] = [
    ["attribute": "appVersion", "op": "semver<", "value": "5.2"],
    ["attribute": "address", "op": "cidr", "values": ["192.168.0.0/16", "2001:db8::/32"]],
  ]

  private static var allConditions: [JSONValue] {
    #if DEBUG
      conditions
    #else
      conditions + optimisedConditions
    #endif
  }

  @Test func oneEvaluationAllocatesNothing() throws {
    let ruleset = try ruleset(Self.allConditions)
    for key in ruleset.keys {
      let count = allocations { _ = ruleset.evaluate(key, for: Self.context) }
      #expect(count == 0, "\(key)")
    }
  }

  @Test func allFlagsOfAContextAllocateNothing() throws {
    let ruleset = try ruleset(Self.allConditions)
    var enabled = 0
    let count = allocations {
      _ = ruleset.forEachOutcome(for: Self.context, at: CompiledFlag.testTime) { flag, outcome in
        if flag.outcomes[outcome].isEnabled { enabled += 1 }
      }
    }
    #expect(count == 0 && enabled > 0)
  }

  @Test func flagsThatReferToOthersAllocateNothing() throws {
    let flags: JSONObject = [
      "a": Samples.flag(rules: [["id": "r_00000001", "when": ["segment": "s"], "serve": "on"]]),
      "b": Samples.flag(rules: [], changes: ["prerequisites": [["flag": "a", "enabled": true]], "default": "on"]),
    ]
    var json = try #require(Samples.ruleset(flags).objectValue)
    json["segments"] = ["s": ["list": ["user-00042", "someone-else-with-a-long-name"]]]
    let ruleset = CompiledRuleset(try RulesetDocument(json: .object(json), mode: .write))
    var isEnabled = false
    let count = allocations { isEnabled = ruleset.evaluate("b", for: Self.context)?.isEnabled == true }
    #expect(count == 0 && isEnabled)
  }

  /// The counter itself: a test that cannot fail would prove nothing.
  @Test func anAllocationIsCounted() {
    let count = allocations { withExtendedLifetime([Int](repeating: 1, count: 1000)) {} }
    #expect(count > 0)
  }
}
