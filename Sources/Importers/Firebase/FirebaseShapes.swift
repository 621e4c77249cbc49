/// What the parts of a Remote Config template look like.
enum FirebaseShapes {
  static let parameter = SourceShape.object([
    "defaultValue": value, "conditionalValues": .map(value), "valueType": .text, "description": .text,
  ])

  private static let value = SourceShape.object(["useInAppDefault": .bool])

  static let group = SourceShape.object(["conditions": .array(.object([:]))])

  static let percent = SourceShape.object([
    "percentOperator": .text, "seed": .text, "microPercent": .number,
    "microPercentRange": .object(["microPercentLowerBound": .number, "microPercentUpperBound": .number]),
  ])

  static let customSignal = SourceShape.object([
    "customSignalOperator": .text, "customSignalKey": .text, "targetCustomSignalValues": .required(.array(.text)),
  ])
}
