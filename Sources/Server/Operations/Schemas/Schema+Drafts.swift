import SerinFlags

extension Schema {
  /// What requests and answers about drafts are made of.
  static let drafts: [(name: String, schema: Schema)] = [
    (
      "Draft",
      .object(
        [
          .required("draft", .string("What it is of: \(DraftName.rule).")),
          .optional("base", .string("The version that it started from; left out for something new.")),
          .optional("current", .string("The version that is there now; left out when there is nothing.")),
          .required("isOutdated", .boolean("Whether `base` and `current` differ: somebody changed it meanwhile.")),
          .required("document", .map(.any(), "The edit.")),
          .required("updatedAt", .instant("When it was kept last.")),
        ], "An edit that is not saved yet.")
    )
  ]
}
