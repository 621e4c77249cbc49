import SerinFlags

extension Schema {
  /// Every schema that has a name, in the order of the names.
  static var components: [(name: String, schema: Schema)] {
    (common + projects + flags + segments + versions + keys + people + codeReferences + schedules + changeRequests
      + drafts
      + impact + usage + projectDocuments)
      .sorted { $0.name < $1.name }
  }

  /// The key of a project, environment, flag or segment.
  static let key = Schema.string("A key: \(KeyGrammar.rule)", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$")

  private static let common: [(name: String, schema: Schema)] = [
    (
      "Reason",
      .string(
        "Why, for the audit log; at most 2000 bytes. A protected environment requires it, except for kills.",
        pattern: "^[^\\u0000]*$", length: 0...2000
      ).orNull
    ),
    (
      "Problem",
      .problem
    ),
  ]

  /// RFC 9457 problem details with the members that Serin adds.
  private static let problem: Schema = {
    var schema = Schema.object([
      .required("type", .string("`urn:serin:problem:` and the code.")),
      .required("title", .string("The same for every problem of the kind.")),
      .required("status", .integer("The HTTP status.", in: 400...599)),
      .required("detail", .string("What is wrong here and what to do about it.")),
      .required("code", .oneOf(Problem.Code.allCases.map(\.rawValue), "The kind of problem, for programs.")),
      .optional(
        "errors",
        .array(
          .object([
            .required("path", .string("Where in the body, such as `document.rules[1].when`.")),
            .required("message", .string("What is wrong there and what is allowed.")),
          ]))),
    ])
    // Some problems have members of their own, such as `conflict`.
    schema.json["additionalProperties"] = true
    return schema
  }()
}
