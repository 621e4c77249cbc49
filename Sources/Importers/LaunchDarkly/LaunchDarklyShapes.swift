/// What the parts of LaunchDarkly's flag data look like.
enum LaunchDarklyShapes {
  static let flag = SourceShape.object([
    "on": .bool, "salt": .text, "variations": .array(.any), "offVariation": .number, "deleted": .bool,
    "fallthrough": .object(served), "targets": .array(target), "contextTargets": .array(target),
    "rules": .array(.object(served.merging(["clauses": .required(.array(clause))]) { _, new in new })),
    "prerequisites": .array(.object(["key": .text, "variation": .number])),
  ])

  static let segment = SourceShape.object([
    "included": .array(.text), "excluded": .array(.text), "salt": .text, "unbounded": .bool, "deleted": .bool,
    "includedContexts": .array(members), "excludedContexts": .array(members),
    "rules": .array(
      .object([
        "clauses": .required(.array(clause)), "weight": .number, "bucketBy": .text, "rolloutContextKind": .text,
      ])),
  ])

  private static let clause = SourceShape.object([
    "attribute": .text, "op": .text, "values": .required(.array(.any)), "negate": .bool, "contextKind": .text,
  ])

  private static let target = SourceShape.object([
    "values": .required(.array(.text)), "variation": .number, "contextKind": .text,
  ])

  private static let members = SourceShape.object(["values": .required(.array(.text)), "contextKind": .text])

  private static let served: [String: SourceShape] = [
    "variation": .number,
    "rollout": .object([
      "variations": .array(.object(["variation": .number, "weight": .number, "untracked": .bool])), "bucketBy": .text,
      "kind": .text, "seed": .number, "contextKind": .text,
    ]),
  ]
}
