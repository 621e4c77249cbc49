import SerinFlags

extension Schema {
  /// What a segment is made of.
  static let segmentKind = Schema.oneOf(
    SegmentKind.allCases.map(\.rawValue), "What the segment is made of, in every environment.")

  /// What requests and answers about segments are made of.
  static let segments: [(name: String, schema: Schema)] = [
    (
      "SegmentDefinition",
      Schema(["type": "object"]).described(
        "A segment as ruleset documents have it: a condition, `{\"list\": [...]}`, `{\"listed\": {\"digest\", \"count\"}}`."
      )
    ),
    (
      "Segment",
      .object([
        .required("key", .key),
        .required("id", .string("`g_` and 16 characters.")),
        .required("kind", .segmentKind),
        .required("environment", .key),
        .required(
          "etag",
          .string(
            "The versions of the segment and of its definition here, for `If-Match`.",
            pattern: EditVersion.pairPattern)),
        .required("description", .string()),
        .required("tags", .array(.string())),
        .required("updatedAt", .instant("When the definition was last written.").orNull),
        .required("count", .integer("How many ids a list has; null for a segment that is none.").orNull),
        .required("definition", Schema.ref("SegmentDefinition").orNull),
      ])
    ),
    (
      "SegmentVersion",
      version(
        of: "segment",
        [.required("count", .integer("How many ids a list had; null for a segment that is none.").orNull)])
    ),
    (
      "SegmentList",
      .object([
        .required("count", .integer("How many ids it has.")),
        .required("digest", .string("Names a long list; null for one that stands in the definition.").orNull),
      ])
    ),
    (
      "SegmentUse",
      .object([
        .optional("flag", .string("The flag that refers to it.")),
        .optional("segment", .string("Or the segment.")),
        .optional("rule", .string("The id of the flag's rule.")),
        .optional("ruleName", .string("What people call it.")),
        .required("path", .string("Where in the ruleset document.")),
      ])
    ),
  ]
}
