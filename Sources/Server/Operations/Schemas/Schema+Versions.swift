import SerinFlags

extension Schema {
  /// What histories are made of.
  static let versions: [(name: String, schema: Schema)] = [
    (
      "Change",
      .object([
        .required("path", .string("Where, such as `rules[r_1a2b3c4d].rollout.percent`.")),
        .optional("before", .any("What was there; left out when nothing was.")),
        .optional("after", .any("What is there; left out when nothing is.")),
      ])
    )
  ]

  /// A version in a history, with what is said of it beside who made it so.
  static func version(of noun: String, _ summary: [Schema.Member]) -> Schema {
    .object(
      [
        .required("version", EditVersion.pathSchema.described("The versions of the \(noun)'s two halves.")),
        .required("at", .instant("When it became so.")), .required("by", .string("Who made it so.")),
        .required("via", .string("Through which path.")), .required("action", .string("What was done.")),
        .required("reason", .string("Why; may be empty.")),
      ] + summary + [.required("changes", .array(.ref("Change")))])
  }
}
