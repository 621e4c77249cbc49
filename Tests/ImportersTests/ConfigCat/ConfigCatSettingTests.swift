import Importers
import SerinFlags
import Testing

struct ConfigCatSettingTests {
  /// A user condition with attributes for which its rule applies and does not.
  struct Comparator: CustomTestStringConvertible {
    let number: Int
    let value: JSONObject
    let passing: [JSONValue]
    let others: [JSONValue]
    var testDescription: String { "\(number)" }
  }

  // An absent attribute and an empty text are missing for ConfigCat: no rule applies, negated ones included.
  static let comparators = [
    Comparator(number: 0, value: ["l": ["a", "1"]], passing: ["a", 1], others: ["A", "", 2]),
    Comparator(number: 1, value: ["l": ["a", "1"]], passing: ["b", 2, true], others: ["a", 1, ""]),
    Comparator(number: 2, value: ["l": ["b", "c"]], passing: ["abc"], others: ["a", ""]),
    Comparator(number: 3, value: ["l": ["b", "c"]], passing: ["a"], others: ["abc", ""]),
    Comparator(
      number: 4, value: ["l": ["1.0.0", "", " 2.0.0 "]], passing: ["1.0.0", "2.0.0+b"], others: ["1.0", "3.0.0", "x"]),
    Comparator(number: 5, value: ["l": ["1.0.0"]], passing: ["2.0.0"], others: ["1.0.0", "2.0", "v2.0.0", "x", 2]),
    Comparator(number: 6, value: ["s": "1.0.0"], passing: ["0.9.9", "1.0.0-rc"], others: ["1.0.0", "0.9"]),
    Comparator(number: 7, value: ["s": "1.0.0"], passing: ["1.0.0"], others: ["1.0.1"]),
    Comparator(number: 8, value: ["s": "1.0.0"], passing: ["1.0.1"], others: ["1.0.0", "2"]),
    Comparator(number: 9, value: ["s": "1.0.0"], passing: ["1.0.0"], others: ["0.9.0"]),
    Comparator(number: 10, value: ["d": 5], passing: [5], others: [6, "x"]),
    Comparator(number: 11, value: ["d": 5], passing: [6], others: [5, "x"]),
    Comparator(number: 12, value: ["d": 5], passing: [4], others: [5]),
    Comparator(number: 13, value: ["d": 5], passing: [5], others: [5.5]),
    Comparator(number: 14, value: ["d": 5], passing: [5.5], others: [5]),
    Comparator(number: 15, value: ["d": 5], passing: [5], others: [4.5]),
    Comparator(
      number: 18, value: ["d": 1_609_459_200], passing: [1_609_459_199, "2020-12-31T00:00:00Z"],
      others: [1_609_459_200]),
    Comparator(
      number: 19, value: ["d": 1_609_459_200], passing: [1_609_459_201, "2021-01-02T00:00:00Z"],
      others: [1_609_459_200]),
    Comparator(number: 28, value: ["s": "a"], passing: ["a"], others: ["b", ""]),
    Comparator(number: 29, value: ["s": "a"], passing: ["b", 5], others: ["a", ""]),
    Comparator(number: 30, value: ["l": ["ab"]], passing: ["abc"], others: ["b", ""]),
    Comparator(number: 31, value: ["l": ["ab"]], passing: ["b"], others: ["abc", ""]),
    Comparator(number: 32, value: ["l": ["bc"]], passing: ["abc"], others: ["b", ""]),
    Comparator(number: 33, value: ["l": ["bc"]], passing: ["b"], others: ["abc", ""]),
    Comparator(number: 34, value: ["l": ["a", "b"]], passing: [["b", "c"]], others: [["c"], [], "a"]),
    Comparator(number: 35, value: ["l": ["a", "b"]], passing: [["c"], []], others: [["b", "c"], "c"]),
  ]

  private static func read(_ config: JSONValue) throws -> Import {
    let imported = try ConfigCatImporter.read(config)
    #expect(imported.leftOut == [])
    try expectRoundTrip(imported)
    return imported
  }

  private static func condition(_ comparator: Comparator) -> JSONValue {
    var condition = comparator.value
    condition["a"] = "X"
    condition["c"] = .number(Double(comparator.number))
    return .object(condition)
  }

  private static func setting(_ conditions: JSONValue) -> JSONValue {
    ["t": 1, "v": ["s": "rest"], "r": [["c": conditions, "s": ["v": ["s": "rule"]]]]]
  }

  @Test(arguments: comparators)
  func aComparatorAppliesToWhatConfigCatAppliesItTo(comparator: Comparator) throws {
    let condition = Self.condition(comparator)
    let imported = try Self.read([
      "s": [["n": "segm", "r": [condition]]],
      "f": [
        "f": Self.setting([["u": condition]]), "in": Self.setting([["s": ["s": 0, "c": 0]]]),
        "out": Self.setting([["s": ["s": 0, "c": 1]]]),
      ],
    ])
    for value in comparator.passing {
      #expect(imported.answer("f", ["X": value])?.value == "rule", "\(value)")
      #expect(imported.answer("in", ["X": value])?.value == "rule", "\(value)")
      #expect(imported.answer("out", ["X": value])?.value == "rest", "\(value)")
    }
    for value in comparator.others {
      #expect(imported.answer("f", ["X": value])?.value == "rest", "\(value)")
      #expect(imported.answer("in", ["X": value])?.value == "rest", "\(value)")
    }
    for key in ["f", "in", "out"] { #expect(imported.answer(key)?.value == "rest", "\(key)") }
  }

  @Test
  func whatIsComparedWithNoVersionSkipsItsRule() throws {
    let imported = try Self.read([
      "f": [
        "less": Self.setting([["u": ["a": "X", "c": 6, "s": "2.0"]]]),
        "not": Self.setting([["u": ["a": "X", "c": 5, "l": ["1.0.0", "x"]]]]),
      ]
    ])
    #expect(imported.answer("less", ["X": "1.0.0"])?.value == "rest")
    #expect(imported.answer("not", ["X": "3.0.0"])?.value == "rest")
  }

  @Test
  func aSettingIsTheVariationOfItsValue() throws {
    let imported = try Self.read([
      "f": [
        "b": ["t": 0, "v": ["b": true]], "s": ["t": 1, "v": ["s": "x"]], "i": ["t": 2, "v": ["i": 5]],
        "d": ["t": 3, "v": ["d": 0.5]],
      ]
    ])
    #expect(imported.answer("b")?.isEnabled == true)
    #expect(["b", "s", "i", "d"].map { imported.answer($0)?.value } == [true, "x", 5, 0.5])
    #expect(imported.effects == [])
  }

  @Test
  func aPrerequisiteIsAboutTheValueOfTheOtherSetting() throws {
    func setting(_ comparator: Double, _ value: JSONValue) -> JSONValue {
      Self.setting([["p": ["f": "other", "c": .number(comparator), "v": value]]])
    }
    let imported = try Self.read([
      "f": [
        "other": Self.setting([["u": ["a": "Identifier", "c": 28, "s": "alice"]]]), "is": setting(0, ["s": "rule"]),
        "isNot": setting(1, ["s": "rule"]), "never": setting(0, ["s": "none"]), "always": setting(1, ["s": "none"]),
      ]
    ])
    for (user, isRule) in [("alice", true), ("bob", false)] {
      #expect(imported.answer("is", user: user)?.value == (isRule ? "rule" : "rest"))
      #expect(imported.answer("isNot", user: user)?.value == (isRule ? "rest" : "rule"))
      #expect(imported.answer("never", user: user)?.value == "rest")
      #expect(imported.answer("always", user: user)?.value == "rule")
    }
  }

  @Test
  func percentageOptionsWithoutTheirAttributeAreSkipped() throws {
    let options: JSONValue = [["p": 100, "v": ["s": "drawn"]]]
    let imported = try Self.read([
      "f": [
        "f": [
          "t": 1, "v": ["s": "rest"], "a": "Team",
          "r": [["c": [["u": ["a": "Identifier", "c": 29, "s": "x"]]], "p": options]],
        ]
      ]
    ])
    #expect(imported.answer("f")?.value == "rest")
    #expect(imported.answer("f", ["Team": "red"])?.value == "drawn")
  }

  private static func user(_ comparator: Int, _ name: String, _ value: JSONValue) -> JSONValue {
    setting([["u": ["a": "X", "c": .number(Double(comparator)), .init(name): value]]])
  }

  static let unsupported: [(setting: JSONValue, path: String)] =
    [16, 17, 22, 23, 24, 25, 26, 27].map { (user($0, "l", ["5_abc"]), "f.x.r[0].c[0].u.c") }
    + [20, 21].map { (user($0, "s", "abc"), "f.x.r[0].c[0].u.c") }
    + [
      (user(36, "l", ["a"]), "f.x.r[0].c[0].u.c"), (user(0, "s", "a"), "f.x.r[0].c[0].u.l"),
      (user(10, "s", "a"), "f.x.r[0].c[0].u.d"), (user(18, "d", 1e18), "f.x.r[0].c[0].u.d"),
      (setting([["u": ["a": "userID", "c": 0, "l": ["a"]]]]), "f.x.r[0].c[0].u.a"),
      (setting([["u": ["a": "deviceID", "c": 0, "l": ["a"]]]]), "f.x.r[0].c[0].u.a"),
      (setting([["s": ["s": 7, "c": 0]]]), "f.x.r[0].c[0].s.s"),
      (setting([["s": ["s": 0, "c": 2]]]), "f.x.r[0].c[0].s.c"),
      (setting([["s": ["s": 1, "c": 0]]]), "f.x.r[0].c[0].s.s"), (setting([["z": [:]]]), "f.x.r[0].c[0]"),
      (setting([]), "f.x.r[0].c"),
      (setting([["p": ["f": "lost", "c": 0, "v": ["s": "a"]]]]), "f.x.r[0].c[0].p.f"),
      (setting([["p": ["f": "ok", "c": 0, "v": ["b": true]]]]), "f.x.r[0].c[0].p.v"),
      (setting([["p": ["f": "ok", "c": 5, "v": ["s": "a"]]]]), "f.x.r[0].c[0].p.c"),
      (setting([["p": ["f": "x", "c": 0, "v": ["s": "rest"]]]]), "f.x.r[0].c[0].p.f"),
      (["t": 9, "v": ["s": "a"]], "f.x.t"), (["t": 1, "v": "a"], "f.x.v"), (["t": 1, "v": ["b": true]], "f.x.v"),
      (["t": 1, "v": ["s": "a"], "p": [["p": 50, "v": ["s": "a"]]]], "f.x.p"),
      (["t": 1, "v": ["s": "a"], "p": [["p": 0.5, "v": ["s": "a"]]]], "f.x.p[0].p"),
      (["t": 1, "v": ["s": "a"], "p": [["p": 100, "v": ["i": 5]]]], "f.x.p[0].v"),
      (
        ["t": 1, "v": ["s": "a"], "r": [["c": [["u": ["a": "X", "c": 28, "s": "a"]]], "s": ["v": ["i": 5]]]]],
        "f.x.r[0].s.v"
      ),
    ]

  @Test(arguments: unsupported.indices)
  func aSettingWithWhatHasNoEqualIsLeftOutAndThePathSaysWhere(index: Int) throws {
    let (setting, path) = Self.unsupported[index]
    let hashed: JSONValue = ["n": "hash", "r": [["a": "X", "c": 16, "l": ["abc"]]]]
    let imported = try ConfigCatImporter.read([
      "s": [["n": "okay", "r": [["a": "X", "c": 28, "s": "a"]]], hashed],
      "f": ["x": setting, "ok": ["t": 1, "v": ["s": "a"]]],
    ])
    #expect(imported.leftOut == ["s[1].r[0].c", path])
    #expect(imported.document.flags.map(\.key) == ["ok"])
  }

  @Test(arguments: [[:], ["f": []], 1] as [JSONValue])
  func whatIsNoConfigIsRefused(json: JSONValue) {
    #expect(throws: DocumentError.self) { try ConfigCatImporter.read(json) }
  }
}
