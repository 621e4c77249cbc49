import SerinFlags

extension Schema {
  /// What requests and answers about whole projects are made of.
  static let projectDocuments: [(name: String, schema: Schema)] = [
    (
      "ProjectDocument",
      Schema(["type": "object"]).described(
        "A whole project, schema 1: `project`, `environments`, `flags` and `segments`; never people, their roles, tokens or "
          + "the audit log.")
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
