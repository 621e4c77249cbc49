import SerinFlags

extension Schema {
  /// What requests and answers about whole projects are made of.
  static let projectDocuments: [(name: String, schema: Schema)] = [
    (
      "ProjectDocument",
      .object(
        [
          .optional("schema", Schema(["const": .number(Double(ProjectDocument.schema))]).described("The format.")),
          .optional(
            "project",
            .object(
              [.optional("key", .key), .optional("name", .string("1 to 200 bytes, as people read it."))],
              "Which project it is; a key must be that of the project that it is applied to.")),
          .optional("environments", .map(.ref("ProjectDocumentEnvironment"), "By their keys.")),
          .optional(
            "flags", .map(.ref("ProjectDocumentFlag"), "By their keys; without this member it says nothing of any.")),
          .optional(
            "segments",
            .map(.ref("ProjectDocumentSegment"), "By their keys; without this member it says nothing of any.")),
        ], "A whole project; never people, their roles, tokens, schedules, change requests or the audit log.")
    ),
    (
      "ProjectDocumentEnvironment",
      .object([
        .optional("name", .string("1 to 200 bytes, as people read it.").orNull),
        .optional("position", Schema.integer("Its place in lists.", in: EnvironmentService.positions).orNull),
        .optional("protected", .boolean(EnvironmentService.protectionText).orNull),
        .optional(
          "approvalsNeeded",
          Schema.integer(
            "How many approvals a change needs while it is protected.", in: 1...EnvironmentService.maximumApprovals
          ).orNull), .optional("keepsContexts", .boolean(EnvironmentService.contextsText).orNull),
      ])
    ),
    (
      "ProjectDocumentFlag",
      .object([
        .optional("kind", .string("What it is for, such as `release`; it never changes.")),
        .optional("owner", .string("Who looks after it.")), .optional("description", .string("What it is for.")),
        .optional("tags", .array(.string(), "Free words for finding it.")),
        .optional("expires", .string("The last day of its use, such as `2027-03-01`.")),
        .optional("archived", .boolean("Whether it has left every answer.")),
        .optional(
          "environments",
          .map(
            .map(.any()),
            "What each environment has of it, by key: the members of a `FlagDocument` that are not the flag's own.")),
      ])
    ),
    (
      "ProjectDocumentSegment",
      .object([
        .required("kind", .segmentKind),
        .optional("description", .string("At most \(SegmentFields.descriptionBytes) bytes.").orNull),
        .optional(
          "tags",
          .array(.string(), "At most \(SegmentFields.tags), of 1 to \(SegmentFields.tagBytes) bytes each.").orNull),
        .optional("environments", .map(.ref("SegmentDefinition"), "Its definition in each environment, by key.")),
      ])
    ),
    (
      "DocumentPlan",
      .object([
        .required(
          "planVersion", .string("Names the document and what it would be applied to.", pattern: "^[0-9a-f]{64}$")),
        .required("applied", .boolean("Whether it was written.")),
        .required("changes", .array(change, "In the order in which they are written; empty when nothing differs.")),
        .required(
          "notMentioned",
          .object(
            [
              .required("environments", .array(.key)), .required("flags", .array(.string())),
              .required("segments", .array(.string())),
            ], "The keys of what the document does not mention and what is left alone.")),
        .required(
          "problems",
          .array(
            .object([
              .required("path", .string("Where in the document.")), .required("message", .string()),
              .required(
                "code", .oneOf(Problem.Code.allCases.map(\.rawValue), "What the edit alone would be refused with.")),
            ]), "Everything that stands in the way.")),
        .required("revisions", revisions),
        .optional(
          "impact",
          Schema.map(
            .ref("ImpactCounts"),
            "What it would do to the contexts that were seen lately, by environment; null with problems."
          ).orNull),
      ])
    ),
  ]

  /// The revisions of a project's environments.
  static let revisions = Schema.map(.integer(in: 0...largestInteger), "The revision of each environment, by key.")

  private static let change = Schema.object([
    .required("kind", .oneOf(DocumentPlan.Part.Kind.allCases.map(\.rawValue))),
    .required("key", .string("The key of the project, environment, segment or flag.")),
    .required("environment", .string("Where; null for what is the same in every environment.").orNull),
    .required("action", .oneOf(DocumentPlan.Part.Action.allCases.map(\.rawValue))),
    .required("changes", .array(.ref("Change"))),
  ])
}
