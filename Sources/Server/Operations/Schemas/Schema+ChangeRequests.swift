import SerinFlags
import Store

extension Schema {
  /// What requests and answers about changes that others approve are made of.
  static let changeRequests: [(name: String, schema: Schema)] = [
    ("ChangeRequest", .object(summaryMembers)),
    (
      "ChangeRequestDetails",
      .object(
        summaryMembers + [
          .required("approvalsNeeded", .integer("How many approvals it needs.")),
          .required(
            "verdicts",
            .array(
              .object([
                .required("by", .string("Who said it.")), .required("verdict", .oneOf(["approve", "reject"])),
                .required("at", .instant("When.")), .required("contentHash", .string("What they saw.")),
                .required("counts", .boolean("Whether that is the content that it has now.")),
              ]))),
          .required("comments", .array(.ref("ChangeComment"))),
          .optional("difference", .array(.ref("RowDifference"), "What it would do now.")),
          .optional("obstacle", .string("Why it cannot be applied as it was proposed.")),
          .optional("changed", .array(.ref("RowDifference"), "What has changed since it was proposed.")),
          .optional("applyAt", .instant("When it will be applied.")),
        ])
    ),
    (
      "ChangeComment",
      .object([
        .required("id", .string()), .required("by", .string("Who wrote it.")), .required("text", .string()),
        .required("at", .instant("When.")),
      ])
    ),
    (
      "RowDifference",
      .object([
        .required("kind", .oneOf(["flag", "segment", "list"])), .required("key", .string("Of which flag or segment.")),
        .required("environment", Schema.key.orNull.described("Where; null for the own fields of a flag or a segment.")),
        .required("changes", .array(.ref("Change"))),
      ])
    ),
  ]

  private static let summaryMembers: [Member] = [
    .required("id", .string("`cr_` and 16 characters.")), .required("environment", .key),
    .required("state", .oneOf(ChangeRequestState.allCases.map(\.rawValue))),
    .required("title", .string("What it is called.")), .required("description", .string("Why; may be empty.")),
    .required("by", .string("Who proposed it.")), .optional("change", .ref("PlannedChange")),
    .required("contentHash", .string("What approvals are bound to.", pattern: "^[0-9a-f]{64}$")),
    .required("createdAt", .instant("When it was proposed.")),
    .required("schedule", Schema.string("The schedule that applies it.").orNull),
    .optional("appliedAt", .instant("When it was applied.")),
    .optional("appliedRevision", .integer("The environment's revision that came of it.")),
    .required("etag", .string("Its version, for `If-Match`.")),
  ]
}
