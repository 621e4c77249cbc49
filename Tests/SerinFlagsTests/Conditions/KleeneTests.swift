import SerinFlags
import Testing

@Suite struct KleeneTests {
  /// Conditions of each truth for a context without attributes.
  private static let parts: [(Truth, JSONValue)] = [
    (.no, ["attribute": "a", "op": "exists"]), (.unknown, ["attribute": "a", "op": "equals", "value": "x"]),
    (.yes, ["attribute": "a", "op": "absent"]),
  ]

  @Test func notTurnsTrueAndFalseAroundAndLeavesUnknown() throws {
    let expected: [Truth: Truth] = [.no: .yes, .unknown: .unknown, .yes: .no]
    for (truth, part) in Self.parts {
      #expect(try ConditionProbe.truth(part, for: FlagContext()) == truth)
      #expect(try ConditionProbe.truth(["not": part], for: FlagContext()) == expected[truth])
      #expect(try ConditionProbe.truth(["not": ["not": part]], for: FlagContext()) == truth)
    }
  }

  @Test func allAndAnyFollowKleeneForTwoAndThreeParts() throws {
    for (left, leftPart) in Self.parts {
      for (right, rightPart) in Self.parts {
        try check([left, right], [leftPart, rightPart])
        for (third, thirdPart) in Self.parts {
          try check([left, right, third], [leftPart, rightPart, thirdPart])
          let nested: JSONValue = ["all": [["any": [leftPart, rightPart]], thirdPart]]
          #expect(try ConditionProbe.truth(nested, for: FlagContext()) == Self.all([Self.any([left, right]), third]))
        }
      }
      try check([left], [leftPart])
    }
  }

  private func check(_ truths: [Truth], _ parts: [JSONValue]) throws {
    #expect(try ConditionProbe.truth(["all": .array(parts)], for: FlagContext()) == Self.all(truths))
    #expect(try ConditionProbe.truth(["any": .array(parts)], for: FlagContext()) == Self.any(truths))
  }

  // The rules in words, on purpose not the evaluator's way.
  private static func all(_ truths: [Truth]) -> Truth {
    if truths.contains(.no) { return .no }
    return truths.contains(.unknown) ? .unknown : .yes
  }

  private static func any(_ truths: [Truth]) -> Truth {
    if truths.contains(.yes) { return .yes }
    return truths.contains(.unknown) ? .unknown : .no
  }
}
