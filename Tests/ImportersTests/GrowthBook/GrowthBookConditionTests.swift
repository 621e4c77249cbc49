import Importers
import SerinFlags
import Testing

struct GrowthBookConditionTests {
  /// The cases whose condition has no equal, by what is said of it; the flag is left out.
  static let refused: [String: [String]] = [
    "features.f.rules[0].condition.nums[\"$elemMatch\"]: flag left out: "
      + "asks more of an element than $eq and $in, which Serin cannot": [
        "$elemMatch - pass - flat arrays", "$elemMatch - fail - flat arrays",
      ],
    "features.f.rules[0].condition.hobbies[\"$elemMatch\"]: flag left out: "
      + "asks more of an element than $eq and $in, which Serin cannot": [
        "$elemMatch nested - pass", "$elemMatch nested - fail", "$elemMatch nested - fail not array",
      ],
    "features.f.rules[0].condition.word[\"$gt\"]: flag left out: "
      + "compares with a string; Serin orders only numbers and versions": [
        "$gt/$lt strings - pass", "$gt/$lt strings - fail $gt", "$gt/$lt strings - fail $lt",
        "$gt/$lt strings - fail uppercase",
      ],
    "features.f.rules[0].condition.n[\"$gt\"]: flag left out: "
      + "compares with a string; Serin orders only numbers and versions": ["comparing numbers and strings - v2"],
    "features.f.rules[0].condition.name[\"$regex\"]: flag left out: `/???***[)` is not a pattern: "
      + "`???` repeats a repetition: put a group around the inner one (byte 3); JavaScript may read it otherwise": [
        "$regex invalid - pass", "$regex invalid - fail",
      ],
    "features.f.rules[0].condition.tags[\"$size\"]: flag left out: "
      + "compares the length of an array, which Serin cannot": [
        "$size empty - pass", "$size empty - fail", "$size number - pass", "$size number - fail small",
        "$size number - fail large", "$size number - fail not array", "$size nested - pass",
        "$size nested - fail equal", "$size nested - fail less than",
      ],
    "features.f.rules[0].condition.a[\"$type\"]: flag left out: the type \"object\" cannot be told in Serin": [
      "$type object - pass", "$type object - fail",
    ],
    "features.f.rules[0].condition.tags: flag left out: compares with an array, which Serin cannot": [
      "equals array - pass", "equals array - fail order", "equals array - fail missing item",
      "equals array - fail extra item", "equals array - fail type mismatch",
    ],
    "features.f.rules[0].condition.tags: flag left out: compares with an object, which Serin cannot": [
      "equals object - pass", "equals object - fail extra property", "equals object - fail missing property",
      "equals object - fail type mismatch",
    ],
    "features.f.rules[0].condition.name[\"$regx\"]: flag left out: is not a known operator": [
      "unknown operator - pass"
    ],
    "features.f.rules[0].condition.version[\"$veq\"]: flag left out: "
      + "is not a semantic version of three numbers, such as 1.2.3": ["version 1-2-3 == 1-2.3+build99"],
  ]

  /// The cases that answer otherwise because of the attribute they give, by what is said of the condition.
  static let different: [String: [String]] = [
    "features.f.rules[0].condition.n[\"$gt\"]: changed: "
      + "JavaScript reads a number out of text; here \"n\" must be a number": ["comparing numbers and strings"],
    "features.f.rules[0].condition.version[\"$vgt\"]: changed: "
      + "GrowthBook orders any text; here \"version\" must be a semantic version": [
        "version a.b.c.d.e.f > 1.2.3"
      ],
    "features.f.rules[0].condition.version[\"$veq\"]: changed: "
      + "GrowthBook orders any text; here \"version\" must be a semantic version": [
        "version 1-2-3 == 1.2.3", "version 1-2-3 == v1.2.3", "version 1.2.3.4 == 1.2.3-4",
      ],
  ]

  /// The words for a case, in one of the tables above.
  private static func words(for name: String, in table: [String: [String]]) -> String? {
    table.first { $0.value.contains(name) }?.key
  }

  @Test
  func everyConditionOfGrowthBooksCasesIsTranslatedOrRefusedByName() throws {
    let cases = try #require(try Vectors.load("growthbook/cases.json")["evalCondition"]?.arrayValue)
    #expect(cases.count == 248)
    for test in cases {
      let name = test[0]?.stringValue ?? ""
      let document: JSONValue = [
        "features": ["f": ["defaultValue": false, "rules": [["condition": test[1] ?? [:], "force": true]]]],
        "savedGroups": test[4] ?? [:],
      ]
      let imported = try GrowthBookImporter.read(document)
      try expectRoundTrip(imported)
      let leftOut = imported.findings.first { $0.effect == .flagLeftOut }?.description
      #expect(leftOut == Self.words(for: name, in: Self.refused), "\(name)")
      #expect(imported.document.flags.isEmpty == (leftOut != nil), "\(name)")
      guard leftOut == nil else { continue }
      let context = GrowthBookContext.context(test[2] ?? [:])
      let evaluation = CompiledRuleset(imported.document).evaluate("f", for: context, at: Timestamp(microseconds: 0))
      let difference = Self.words(for: name, in: Self.different)
      #expect((evaluation?.value == test[3]) == (difference == nil), "\(name)")
      if let difference { #expect(imported.findings.map(\.description).contains(difference), "\(name)") }
    }
  }

  @Test
  func everyNameInTheTablesIsACase() throws {
    let cases = try #require(try Vectors.load("growthbook/cases.json")["evalCondition"]?.arrayValue)
    let names = Set(cases.compactMap { $0[0]?.stringValue })
    for listed in [Self.refused, Self.different].flatMap({ $0.values.joined() }) {
      #expect(names.contains(listed), "\(listed)")
    }
  }
}
