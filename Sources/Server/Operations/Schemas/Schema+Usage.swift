import SerinFlags

extension Schema {
  private static let appVersion = Schema.string(
    "The attribute `appVersion` of the context; empty where there was none, `other` beyond those that are told apart."
  )
  private static let lastEvaluated = Schema.instant("The last evaluation, to about a minute; null when none is known.")
    .orNull

  /// What answers about the use of flags are made of.
  static let usage: [(name: String, schema: Schema)] = [
    (
      "FlagUse",
      .object([
        .required("appVersion", appVersion), .required("firstEvaluatedAt", .instant("The first that is remembered.")),
        .required("lastEvaluatedAt", .instant("The last one.")),
      ])
    ),
    (
      "FlagUsage",
      .object([
        .required("flag", .key), .required("since", .instant("From when on counts are given.")),
        .required("recordedSince", .instant("From when on usage is remembered.")),
        .required("lastEvaluatedAt", lastEvaluated), .required("environments", .array(.ref("EnvironmentUsage"))),
      ])
    ),
    (
      "EnvironmentUsage",
      .object([
        .required("environment", .key), .required("lastEvaluatedAt", lastEvaluated),
        .required("versions", .array(.ref("FlagUse"), "The last use first, at most 200.")),
        .required(
          "unchanged",
          .integer(
            "How often a client was told (304) that its answer for all flags holds: a use of each, counted nowhere else."
          )),
        .required(
          "answers",
          .array(
            .object([
              .required("ruleId", .string("The rule that decided; `default` when none did.")),
              .required("variation", .string("The variation; empty where there was none.")),
              .required("appVersion", appVersion), .required("evaluated", .integer()), .required("exposed", .integer()),
            ]), "How often each answer was given, and seen.")),
        .required(
          "days",
          .array(
            .object([
              .required("day", .string("In UTC.", format: "date")), .required("evaluated", .integer()),
              .required("exposed", .integer()),
            ]), "The days on which it was used.")),
      ])
    ),
    (
      "StaleFlag",
      .object([
        .required("key", .key), .required("kind", .string()), .required("owner", .string()),
        .required("expires", .string("A day.").orNull), .required("stale", .array(.ref("StaleFinding"))),
      ])
    ),
    (
      "StaleFinding",
      .object([
        .required("kind", .oneOf(StaleKind.allCases.map(\.rawValue))), .required("since", .instant("Since when.")),
        .required(
          "environments",
          .array(
            .object([
              .required("environment", .key),
              .required("variation", .string("What everybody is served; null when that depends on who asks.").orNull),
              .required("unchangedSince", .instant("Since when everybody is served that.").orNull),
              .required("lastEvaluatedAt", lastEvaluated), .required("versions", .array(.ref("FlagUse"))),
            ]), "What shows it.")),
      ])
    ),
  ]
}
