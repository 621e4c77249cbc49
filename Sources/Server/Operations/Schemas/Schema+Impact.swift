import SerinFlags

extension Schema {
  /// What answers about the impact of changes are made of.
  static let impact: [(name: String, schema: Schema)] = [
    (
      "Impact",
      .object(
        impactCounts + [
          .required(
            "flags", .array(.ref("FlagImpact"), "Those that are written and those that depend on them, by key."))
        ])
    ),
    ("ImpactCounts", .object(impactCounts)),
    (
      "FlagImpact",
      .object([
        .required("flag", .string("The flag's key.")),
        .required("cause", .oneOf(["written", "dependent"], "Whether it is written itself, or what it depends on.")),
        .required("changed", .integer("For how many contexts the answer changes.").orNull),
        .required("unchanged", .integer("For how many it stays.").orNull),
        .required("undecided", .integer("For how many it depends on what a user did, which is not known here.").orNull),
        .required("share", share),
        .required("transitions", .array(.ref("ImpactTransition"), "The most frequent first.")),
        .required("otherTransitions", .integer("For how many contexts it changes in ways that are not listed.").orNull),
      ])
    ),
    (
      "ImpactTransition",
      .object([
        .required("from", Schema.ref("ImpactAnswer").orNull.described("Null when there is no such flag.")),
        .required("to", Schema.ref("ImpactAnswer").orNull.described("Null when there is no such flag any more.")),
        .required("count", .integer("For how many contexts.")),
        .optional("examples", .array(.ref("Context"), "Up to three of them; only for an editor or admin.")),
      ])
    ),
    (
      "ImpactAnswer",
      .object([
        .required("enabled", .boolean()), .required("variation", .string()),
        .required("ruleId", .string("As in an evaluation.")),
        .required("properties", .map(.any(), "As in an evaluation.")),
      ])
    ),
    (
      "RecentContexts",
      .object([
        .required("keepsContexts", .boolean(EnvironmentService.contextsText)),
        .required("contexts", .integer("How many are kept.")),
        .required("oldest", .instant("When the oldest was seen.").orNull),
        .required("newest", .instant("When the newest was seen.").orNull),
        .required("capacity", .integer("How many are kept at most.")),
        .optional(
          "newestContexts",
          .array(.object([.required("context", .ref("Context")), .required("at", .instant("When it was seen."))]))),
      ])
    ),
  ]

  private static let impactCounts: [Member] = [
    .required("at", .instant("The instant that was evaluated for.")),
    .required("revision", .integer("The revision that the change would start from.")),
    .required("known", .boolean("False when no context was seen: then numbers are null.")),
    .required("contexts", .integer("How many contexts were looked at.")),
    .required("sampledSince", .instant("When the oldest of them was seen.").orNull),
    .required(
      "summary",
      .object([
        .required("text", .string("The impact in a sentence.")),
        .required("flags", .integer("How many flags answer another way to somebody.").orNull),
        .required("contexts", .integer("How many contexts get another answer of at least one flag.").orNull),
        .required("share", share),
      ])),
  ]

  private static let share = Schema(["type": "number", "minimum": 0, "maximum": 1]).orNull
    .described("The share of the contexts that were looked at, from 0 to 1.")
}
