import Importers
import SerinFlags
import Testing

struct FirebaseTemplateTests {
  private static func read(_ template: JSONValue) throws -> Import {
    let imported = try FirebaseImporter.read(template)
    #expect(imported.leftOut == [])
    try expectRoundTrip(imported)
    return imported
  }

  /// A template with one parameter that is `in` where an expression holds and `out` elsewhere.
  private static func read(expression: String) throws -> Import {
    try read([
      "conditions": [["name": "c", "expression": .string(expression)]],
      "parameters": ["p": ["defaultValue": ["value": "out"], "conditionalValues": ["c": ["value": "in"]]]],
    ])
  }

  /// An expression with contexts where it holds and where it does not.
  struct Expression: CustomTestStringConvertible {
    let text: String
    let holds: [JSONObject]
    let fails: [JSONObject]
    var testDescription: String { text }
  }

  static let expressions = [
    Expression(text: "true", holds: [[:]], fails: []),
    Expression(text: "false && true", holds: [], fails: [[:]]),
    Expression(text: "device.os == 'ios'", holds: [["os": "ios"]], fails: [[:], ["os": "android"]]),
    Expression(text: "device.os != 'ios'", holds: [["os": "android"]], fails: [[:], ["os": "ios"]]),
    Expression(
      text: "device.country in ['DE', 'fr'] && device.language in ['en']",
      holds: [["country": "de", "language": "EN"], ["country": "FR", "language": "en"]],
      fails: [["country": "US", "language": "en"], ["country": "DE"], ["country": "DE", "language": "de"]]),
    Expression(
      text: "app.version.>=(['1.10'])", holds: [["appVersion": "1.10.0"], ["appVersion": "2"]],
      fails: [["appVersion": "1.9.9"], [:], ["appVersion": "v2"], ["appVersion": "2.0.0-beta"], ["appVersion": 2]]),
    Expression(
      text: "app.version.<(['2.0.0']) && app.build.contains(['7'])",
      holds: [["appVersion": "1.9", "appBuild": "1723"]], fails: [["appVersion": "1.9", "appBuild": "12"]]),
    Expression(
      text: "app.version.exactlyMatches(['1.0', '1.1'])", holds: [["appVersion": "1.1"]],
      fails: [["appVersion": "1.1.0"], [:]]),
    Expression(
      text: "app.version.notContains(['beta'])", holds: [["appVersion": "1.1"], ["appVersion": 1]],
      fails: [["appVersion": "1.1-beta"], [:]]),
    Expression(text: "app.id == '1:2:ios:3'", holds: [["appID": "1:2:ios:3"]], fails: [["appID": "1"], [:]]),
    Expression(
      text: "app.userProperty['company'].matches(['^(13|15)$'])", holds: [["company": "13"]],
      fails: [["company": "131"], [:]]),
    Expression(
      text: "app.userProperty['age'] >= 21 && app.customSignal['score'] != -0.25",
      holds: [["age": 21, "score": 0]], fails: [["age": 20, "score": 0], ["age": 30, "score": -0.25], ["age": 30]]),
    Expression(
      text: "version(app.customSignal['client']) < '1.2'", holds: [["client": "1.1.9"]],
      fails: [["client": "1.2.0"], [:]]),
    Expression(
      text: "app.customSignal['it\\'s'].exactlyMatches(['5', 'x'])", holds: [["it's": "x"], ["it's": 5]],
      fails: [["it's": "y"], ["it's": 6], [:]]),
    Expression(
      text: "app.firstOpenTimestamp >= ('2025-01-01T09:00:00')",
      holds: [["firstOpenTimestamp": "2025-01-01T09:00:00Z"], ["firstOpenTimestamp": 1_800_000_000]],
      fails: [["firstOpenTimestamp": "2025-01-01T08:59:59Z"], [:]]),
    Expression(
      text: "firebaseInstallationId in ['f1', 'f2']", holds: [["firebaseInstallationID": "f2"]],
      fails: [["firebaseInstallationID": "f3"], [:]]),
    // The tests ask at the beginning of 2026.
    Expression(text: "dateTime >= dateTime('2026-01-01T00:00:00', 'UTC')", holds: [[:]], fails: []),
    Expression(text: "dateTime > dateTime('2026-01-01T00:00:00')", holds: [], fails: [[:]]),
    Expression(text: "dateTime <= dateTime('2026-01-01T00:00:00')", holds: [[:]], fails: []),
    Expression(text: "dateTime < dateTime('2026-01-01T00:00:00')", holds: [], fails: [[:]]),
  ]

  @Test(arguments: expressions)
  func anExpressionHoldsForTheContextsThatItMeans(expression: Expression) throws {
    let imported = try Self.read(expression: expression.text)
    for attributes in expression.holds {
      #expect(imported.answer("p", attributes)?.value == "in", "\(attributes)")
    }
    for attributes in expression.fails {
      #expect(imported.answer("p", attributes)?.value == "out", "\(attributes)")
    }
  }

  /// An operator of custom signals with a signal's values that pass and do not.
  static let signals: [(name: String, targets: JSONValue, passing: [JSONValue], others: [JSONValue?])] = [
    ("STRING_CONTAINS", ["b", "x"], ["abc"], ["a", nil]),
    ("STRING_DOES_NOT_CONTAIN", ["b", "x"], ["a", "", 5], ["abc", nil]),
    ("STRING_EXACTLY_MATCHES", ["a", "5"], ["a", 5], ["A", 6, nil]),
    ("STRING_CONTAINS_REGEX", ["^a+$"], ["aa"], ["ab", nil]),
    ("NUMERIC_LESS_THAN", ["5"], [4.5], [5, nil]), ("NUMERIC_LESS_EQUAL", ["5"], [5], [5.5, nil]),
    ("NUMERIC_EQUAL", ["-5.5"], [-5.5], [5.5, nil]), ("NUMERIC_NOT_EQUAL", ["5"], [4], [5, nil]),
    ("NUMERIC_GREATER_THAN", ["5"], [6], [5, nil]), ("NUMERIC_GREATER_EQUAL", ["5"], [5], [4, nil]),
    ("SEMANTIC_VERSION_LESS_THAN", ["1.2"], ["1.1.9"], ["1.2.0", nil]),
    ("SEMANTIC_VERSION_LESS_EQUAL", ["1.2"], ["1.2.0"], ["1.2.1", nil]),
    ("SEMANTIC_VERSION_EQUAL", ["1.2"], ["1.2.0"], ["1.2.1", "x", nil]),
    ("SEMANTIC_VERSION_NOT_EQUAL", ["1.2"], ["1.3"], ["1.2", "x", nil]),
    ("SEMANTIC_VERSION_GREATER_THAN", ["1.9.0"], ["1.10"], ["1.9", nil]),
    ("SEMANTIC_VERSION_GREATER_EQUAL", ["1.9.0"], ["1.9"], ["1.8.12", nil]),
  ]

  @Test(arguments: signals.indices)
  func aCustomSignalOfAServerTemplateIsAnAttribute(index: Int) throws {
    let (name, targets, passing, others) = Self.signals[index]
    let signal: JSONValue = [
      "customSignal": [
        "customSignalOperator": .string(name), "customSignalKey": "s", "targetCustomSignalValues": targets,
      ]
    ]
    let condition: JSONValue = [
      "orCondition": ["conditions": [["andCondition": ["conditions": [signal]]], ["false": [:]]]]
    ]
    let imported = try Self.read([
      "conditions": [["name": "c", "condition": condition]],
      "parameters": ["p": ["defaultValue": ["value": "out"], "conditionalValues": ["c": ["value": "in"]]]],
    ])
    for value in passing { #expect(imported.answer("p", ["s": value])?.value == "in", "\(value)") }
    for value in others {
      let attributes: JSONObject = value.map { ["s": $0] } ?? [:]
      #expect(imported.answer("p", attributes)?.value == "out", "\(attributes)")
    }
  }

  @Test
  func theFirstConditionOfTheListThatTheParameterHasDecides() throws {
    let imported = try Self.read([
      "conditions": [
        ["name": "other", "expression": "true"], ["name": "ios", "expression": "device.os == 'ios'"],
        ["name": "german", "expression": "device.country in ['DE']"],
      ],
      // The order of the values has no say.
      "parameters": [
        "p": [
          "defaultValue": ["value": "0"], "valueType": "NUMBER",
          "conditionalValues": ["german": ["value": "2"], "ios": ["value": "1"]],
        ]
      ],
    ])
    #expect(imported.answer("p", ["os": "ios", "country": "DE"])?.value == 1)
    #expect(imported.answer("p", ["country": "DE"])?.value == 2)
    #expect(imported.answer("p")?.value == 0)
    #expect(imported.document.flags[0].definition?.rules.map(\.name) == ["ios", "german"])
  }

  @Test
  func conditionsThatAreEmptyOrTooDeepAreWhatFirebaseTakesThemFor() throws {
    var deep: JSONValue = ["true": [:]]
    for _ in 0..<10 { deep = ["andCondition": ["conditions": [deep]]] }
    let imported = try Self.read([
      "conditions": [
        ["name": "or", "condition": ["orCondition": ["conditions": []]]],
        ["name": "and", "condition": ["andCondition": ["conditions": []]]],
        ["name": "deep", "condition": deep],
        ["name": "shallow", "condition": try #require(deep["andCondition"]?["conditions"]?[0])],
      ],
      "parameters": .object(
        JSONObject(
          members: ["or", "and", "deep", "shallow"].map { name -> (String, JSONValue) in
            let values: JSONObject = [.init(name): ["value": "true"]]
            return (
              name,
              ["defaultValue": ["value": "FALSE"], "valueType": "BOOLEAN", "conditionalValues": .object(values)]
            )
          })),
    ])
    #expect(["or", "and", "deep", "shallow"].map { imported.answer($0)?.isEnabled } == [false, true, false, true])
  }

  @Test
  func valuesHaveTheTypeOfTheParameter() throws {
    let imported = try Self.read([
      "parameters": [
        "s": ["defaultValue": ["value": "5"]], "b": ["defaultValue": ["value": "true"], "valueType": "BOOLEAN"],
        "n": ["defaultValue": ["value": "1.5"], "valueType": "NUMBER"],
        "j": ["defaultValue": ["value": "{\"a\": [1]}"], "valueType": "JSON", "description": "layout"],
      ],
      "parameterGroups": ["look": ["parameters": ["g": ["defaultValue": ["value": "x"], "valueType": "STRING"]]]],
    ])
    #expect(imported.answer("s")?.value == "5")
    #expect(imported.answer("b")?.isEnabled == true)
    #expect(imported.answer("n")?.value == 1.5)
    #expect(imported.answer("j")?.value == ["a": [1]])
    #expect(imported.answer("g")?.value == "x")
    #expect(imported.document.flags.first { $0.key == "g" }?.definition?.tags == ["look"])
    #expect(imported.document.flags.first { $0.key == "j" }?.definition?.description == "layout")
    #expect(imported.effects == [])
  }

  @Test
  func anInAppDefaultLeavesTheValueToTheCaller() throws {
    let imported = try FirebaseImporter.read([
      "conditions": [["name": "c", "expression": "device.os == 'ios'"]],
      "parameters": [
        "p": ["defaultValue": ["useInAppDefault": true], "conditionalValues": ["c": ["value": "x"]]],
        "q": ["defaultValue": ["value": "x"], "conditionalValues": ["c": ["useInAppDefault": true]]],
      ],
    ])
    #expect(
      imported.effects == [
        "parameters.p.defaultValue.useInAppDefault: changed",
        "parameters.q.conditionalValues.c.useInAppDefault: changed",
      ])
    #expect(imported.answer("p")?.value == JSONValue.null)
    #expect(imported.answer("p", ["os": "ios"])?.value == "x")
    #expect(imported.answer("q")?.value == "x")
    #expect(imported.document.flags.map { $0.definition?.off } == ["none", "none"])
    #expect(imported.answer("q", ["os": "ios"])?.value == JSONValue.null)
  }
}
