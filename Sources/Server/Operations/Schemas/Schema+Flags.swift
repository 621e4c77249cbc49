import SerinFlags

extension Schema {
  /// What has become of a flag.
  static let flagState = oneOf(
    FlagLifecycle.allCases.map(\.rawValue),
    "Archived flags have left every answer; deleted ones are read-only too and may have lost their key.")

  /// What requests and answers about flags are made of.
  static let flags: [(name: String, schema: Schema)] = [
    (
      "FlagDocument",
      Schema(["type": "object"]).described("A flag in a ruleset document: kind, owner, properties, variations, rules.")
    ),
    ("RulesetDocument", Schema(["type": "object"]).described("Every flag and segment of one environment, schema 1.")),
    (
      "Flag",
      .object([
        .required("key", .key),
        .required("id", .string("`f_` and 16 characters; the audit log names flags by it.")),
        .required("environment", .key),
        .required(
          "etag",
          EditVersion.pathSchema.described(
            "The versions of the flag and of what this environment has of it, for `If-Match`.")),
        .required("killed", .boolean("Whether it is off for everybody here.")),
        .required("archived", .boolean("Whether it is archived, or was when it was deleted.")),
        .required("state", .flagState),
        .required("updatedAt", .instant("When this environment's part was last written.")),
        .required("document", .ref("FlagDocument")),
        .optional(
          "lastEvaluatedAt",
          .instant(
            "When it was last evaluated here, to about a minute, where flags are read; left out when that is not known."
          )),
      ])
    ),
    (
      "KeyOwner",
      .object([
        .required("id", .string("`f_` and 16 characters.")), .required("state", .flagState),
        .required("createdAt", .instant("When it was created.")),
        .required("archivedAt", Schema.instant("When it was archived; null when it is not.").orNull),
        .required("deletedAt", Schema.instant("When it was deleted; null when it is not.").orNull),
      ])
    ),
    (
      "FlagVersion",
      version(
        of: "flag",
        [.required("killed", .boolean()), .required("archived", .boolean()), .required("state", .flagState)])
    ),
    (
      "PromotionOutcome",
      .object([
        .required("applied", .boolean("Whether it was written.")),
        .required("revision", .integer("The environment's revision.")),
        .required("segments", .array(.string(), "The segments that are taken along.")),
        .required(
          "flags",
          .array(
            .object([
              .required("key", .key),
              .required(
                "version", .string("What the differences are between.", pattern: EditVersion.promotionPattern)),
              .required("result", .oneOf(["changed", "unchanged"])), .required("changes", .array(.ref("Change"))),
            ]))),
        .required(
          "problems",
          .array(.object([.required("path", .string()), .required("message", .string())]), "What stands in the way.")),
      ])
    ),
    (
      "Context",
      .object(
        [
          .optional("userID", .string("Who uses the app.").orNull),
          .optional("deviceID", .string("The device; percentages are drawn on it where there is no user.").orNull),
          .optional("attributes", .map(.any(), "At most 256, nested at most 32 deep.").orNull),
        ], "Who is asking.")
    ),
    (
      "Evaluation",
      Schema.object([
        .required("key", .key),
        .optional("kind", .string("The flag's kind.")),
        .optional("isEnabled", .boolean()),
        .optional("ruleId", .string("The rule that decided, `default`, or empty for a killed flag.")),
        .optional("variation", .string().orNull),
        .required("reason", .string("Why, such as `ruleMatched`.")),
        .optional("properties", .map(.any())),
      ])
    ),
    (
      "AppliedFlag",
      .object([
        .required("key", .key), .required("result", .oneOf(["created", "replaced", "unchanged"])),
        .required("killed", .boolean("Whether the flag is killed; a document never takes a kill back.")),
      ])
    ),
    (
      "AppliedSegment",
      .object([
        .required("key", .key), .required("result", .oneOf(["created", "replaced", "unchanged", "removed"])),
      ])
    ),
  ]
}
