import SerinFlags

extension Schema {
  /// What requests and answers about planned changes are made of.
  static let schedules: [(name: String, schema: Schema)] = [
    (
      "PlannedChange",
      .object(
        [
          .required(
            "operation",
            .oneOf(
              PlannedOperation.Kind.allCases.map(\.rawValue),
              "The operation that does the same at once; it says which of the other members it takes.")),
          .optional("flag", .key), .optional("segment", .key),
          .optional(
            "patch",
            .map(.any(), "`replaceFlag`: the members of the flag's document that change; null for one that goes.")),
          .optional(
            "document",
            .map(
              .any(),
              "`replaceFlag`: the whole document instead, of which the members are kept that differ; `createFlag`: the "
                + "flag's document; `applyRuleset`: the ruleset document.")),
          .optional(
            "version",
            EditVersion.pathSchema.described(
              "`restoreFlagVersion`, `restoreSegmentVersion`: the version to restore; `replaceFlag`: the version that the edit "
                + "started from, now when left out.")),
          .optional("from", .key), .optional("flags", .array(.key).orNull),
          .optional("parts", .array(.oneOf(Promotion.Part.allCases.map(\.rawValue))).orNull),
          .optional("segments", .boolean().orNull), .optional("removeSegments", .array(.string()).orNull),
          .optional("reuseKey", .boolean("`createFlag`: whether the key of an earlier flag is used again.").orNull),
          .optional("reason", .string("`createFlag`: why it is.").orNull),
          .optional(
            "acknowledge",
            .oneOf(
              Acknowledgement.allCases.map(\.rawValue),
              "`deleteFlag`, `createFlag`: that apps asked for the flag that goes within the last seven days."
            ).orNull),
        ], "A change that is made later.")
    ),
    (
      "Schedule",
      .object([
        .required("id", .string("`j_` and 16 characters.")),
        .required("at", .instant("When it is made.")),
        .optional("wallTime", .string("The wall time that was asked for.")),
        .optional("zone", .string("The wall time's zone.")),
        .required("environment", Schema.key.orNull.described("Where; null for the whole project.")),
        .optional("change", .ref("PlannedChange")),
        .optional("changeRequest", .string("The change request that is applied.")),
        .required("state", .oneOf(["waiting", "running", "done", "noChange", "failed", "cancelled"])),
        .optional("error", .string("Why it failed, or why it is tried again.")),
        .required("attempts", .integer("How often it was begun.")),
        .required("by", .string("Who planned it.")), .required("reason", .string("Why; may be empty.")),
        .required("createdAt", .instant("When it was planned.")),
        .optional("finishedAt", .instant("When it was over.")),
        .required("etag", .string("Its version, for `If-Match`.")),
      ])
    ),
  ]

  /// The members that say when something is done.
  static let instantMembers: [Schema.Member] = [
    .optional("at", .instant("The instant.").orNull),
    .optional("wallTime", .string("Instead of `at`: what clocks show then, such as `2027-01-15T09:00`.").orNull),
    .optional("zone", .string("The zone of those clocks, such as `America/New_York`.").orNull),
  ]
}
