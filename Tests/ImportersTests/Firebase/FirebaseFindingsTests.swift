import Importers
import SerinFlags
import Testing

/// What has no equal is named by its path in the source, and the parameters that need it are not imported.
struct FirebaseFindingsTests {
  static let expressions = [
    "app.audiences.inAtLeastOne(['paid'])", "app.operatingSystemAndVersion.inAtLeastOne(['x'])",
    "app.importedSegments in ['x']", "device.os == 'ios' || device.os == 'android'", "!(device.os == 'ios')", "",
    "device.os", "device.os ~ 'ios'", "device.os == ", "device.os == 'ios' &&", "device.os == 'ios", "true false",
    "app.version >= '1.0'", "app.version.>=(['1.2.3.4'])", "app.version.>=(['01.2'])", "app.version.>=(['1', '2'])",
    "app.version.resembles(['1'])", "app.userProperty['x'].matches(['(?=a)'])", "app.userProperty['userID'] == 5",
    "app.userProperty['tier'].exactlyMatches(['a']) && app.customSignal['tier'].exactlyMatches(['a'])",
    "app.userProperty['x'].matches(['\\\\\\\\d'])", "version(app.customSignal['x']) >= 'one'",
    "percent <= 10.1234567", "percent == 10", "percent between 10 and 'x'",
    "dateTime >= dateTime('2025-01-01T09:00:00', 'Europe/Lisbon')", "dateTime >= dateTime('soon')", "dateTime >= 5",
    "app.firstOpenTimestamp == ('2025-01-01T09:00:00')",
  ]

  @Test(arguments: expressions)
  func anExpressionThatIsNotKnownLeavesOutWhatUsesIt(expression: String) throws {
    let imported = try FirebaseImporter.read([
      "conditions": [
        ["name": "ok", "expression": "device.os == 'ios'"], ["name": "c", "expression": .string(expression)],
      ],
      "parameters": [
        "p": ["defaultValue": ["value": "a"], "conditionalValues": ["c": ["value": "b"]]],
        "other": ["defaultValue": ["value": "a"], "conditionalValues": ["ok": ["value": "b"]]],
      ],
    ])
    #expect(Set(imported.leftOut) == ["conditions[1].expression", "parameters.p.conditionalValues.c"])
    #expect(imported.document.flags.map(\.key) == ["other"])
  }

  static let conditions: [(condition: JSONValue, path: String)] = [
    (
      ["orCondition": ["conditions": [["audience": [:]]]]], "conditions[0].condition.orCondition.conditions[0].audience"
    ),
    (["percent": ["percentOperator": "ABOUT"]], "conditions[0].condition.percent.percentOperator"),
    (["percent": [:]], "conditions[0].condition.percent.percentOperator"),
    (
      ["percent": ["percentOperator": "LESS_OR_EQUAL", "microPercent": "many"]],
      "conditions[0].condition.percent.microPercent"
    ),
    (
      ["percent": ["percentOperator": "BETWEEN", "microPercentRange": ["microPercentUpperBound": 0.5]]],
      "conditions[0].condition.percent.microPercentRange.microPercentUpperBound"
    ),
    (
      [
        "customSignal": [
          "customSignalOperator": "STRING_RESEMBLES", "customSignalKey": "k", "targetCustomSignalValues": ["a"],
        ]
      ],
      "conditions[0].condition.customSignal.customSignalOperator"
    ),
    (
      [
        "customSignal": [
          "customSignalOperator": "NUMERIC_EQUAL", "customSignalKey": "k", "targetCustomSignalValues": ["a"],
        ]
      ],
      "conditions[0].condition.customSignal.targetCustomSignalValues"
    ),
    (
      [
        "customSignal": [
          "customSignalOperator": "NUMERIC_EQUAL", "customSignalKey": "k", "targetCustomSignalValues": ["1", "2"],
        ]
      ],
      "conditions[0].condition.customSignal.targetCustomSignalValues"
    ),
    (
      ["customSignal": ["customSignalOperator": "NUMERIC_EQUAL", "targetCustomSignalValues": ["1"]]],
      "conditions[0].condition.customSignal.customSignalKey"
    ),
    ([:], "conditions[0].condition"),
  ]

  @Test(arguments: conditions.indices)
  func aServerConditionThatIsNotKnownLeavesOutWhatUsesIt(index: Int) throws {
    let (condition, path) = Self.conditions[index]
    let imported = try FirebaseImporter.read([
      "conditions": [["name": "c", "condition": condition]],
      "parameters": ["p": ["defaultValue": ["value": "a"], "conditionalValues": ["c": ["value": "b"]]]],
    ])
    #expect(imported.leftOut == [path, "parameters.p.conditionalValues.c"])
    #expect(imported.document.flags == [])
  }

  static let parameters: [(parameter: JSONValue, path: String)] = [
    (
      ["defaultValue": ["useInAppDefault": true], "valueType": "BOOLEAN"], "parameters.p.defaultValue.useInAppDefault"
    ),
    (
      [
        "defaultValue": ["value": "a"],
        "conditionalValues": ["c": ["personalizationValue": ["personalizationId": "x"]]],
      ],
      "parameters.p.conditionalValues.c.personalizationValue"
    ),
    (
      ["defaultValue": ["value": "a"], "conditionalValues": ["c": ["rolloutValue": ["rolloutId": "x"]]]],
      "parameters.p.conditionalValues.c.rolloutValue"
    ),
    (
      ["defaultValue": ["value": "a"], "conditionalValues": ["c": ["experimentValue": [:]]]],
      "parameters.p.conditionalValues.c.experimentValue"
    ),
    (
      ["defaultValue": ["value": "a"], "conditionalValues": ["lost": ["value": "b"]]],
      "parameters.p.conditionalValues.lost"
    ),
    (["defaultValue": ["value": "yes"], "valueType": "BOOLEAN"], "parameters.p.defaultValue.value"),
    (["defaultValue": ["value": "much"], "valueType": "NUMBER"], "parameters.p.defaultValue.value"),
    (["defaultValue": ["value": "{"], "valueType": "JSON"], "parameters.p.defaultValue.value"),
    (["defaultValue": ["value": "a"], "valueType": "COLOUR"], "parameters.p.valueType"),
    (["defaultValue": ["value": 5]], "parameters.p.defaultValue.value"),
    ([:], "parameters.p.defaultValue.value"),
  ]

  @Test(arguments: parameters.indices)
  func aValueThatHasNoEqualLeavesItsParameterOut(index: Int) throws {
    let (parameter, path) = Self.parameters[index]
    let imported = try FirebaseImporter.read([
      "conditions": [["name": "c", "expression": "true"]],
      "parameters": ["p": parameter, "q": ["defaultValue": ["value": "a"]]],
    ])
    #expect(imported.leftOut == [path])
    #expect(imported.document.flags.map(\.key) == ["q"])
  }

  @Test
  func theDrawOfAppsIsStatedAsDifferent() throws {
    let imported = try FirebaseImporter.read([
      "conditions": [["name": "c", "expression": "percent('seed') <= 10"]],
      "parameters": ["p": ["defaultValue": ["value": "a"], "conditionalValues": ["c": ["value": "b"]]]],
    ])
    #expect(imported.effects == ["conditions[0].expression: changed"])
    let when = imported.document.flags[0].definition?.rules[0].when
    #expect(when == .percent(Rollout(percent: Percentage(clamping: 10.000001), salt: "seed")))
  }

  @Test(arguments: [[:], ["conditions": []], "x"] as [JSONValue])
  func whatIsNoTemplateIsRefused(json: JSONValue) {
    #expect(throws: DocumentError.self) { try FirebaseImporter.read(json) }
  }
}
