import SerinFlags

extension Schema {
  /// What the answers about projects, environments and the audit log are made of.
  static let projects: [(name: String, schema: Schema)] = [
    (
      "Environment",
      .object([
        .required("id", .string("`e_` and 16 characters; stays the same for ever.")),
        .required("key", .key),
        .required("name", .string("What people read.")),
        .required("position", .integer("Its place in lists.")),
        .required("protected", .boolean(EnvironmentService.protectionText)),
        .required("approvalsNeeded", .integer("How many approvals a change needs while it is protected.")),
        .required("keepsContexts", .boolean(EnvironmentService.contextsText)),
        .required("version", .integer("Grows with every change of these members.")),
        .required(
          "revision", .integer("Grows with every change of a flag, segment or key here.", in: 0...9_007_199_254_740_991)
        ),
      ])
    ),
    (
      "Project",
      .object([
        .required("id", .string("`p_` and 16 characters: the application code that apps name.")),
        .required("key", .key),
        .required("name", .string("What people read.")),
        .required("version", .integer("Grows with every change of key or name.")),
        .required("environments", .array(.ref("Environment"))),
      ])
    ),
    (
      "AuditVerification",
      .object([
        .required("whole", .boolean("Whether every row fits, and every anchor is met.")),
        .required("rows", .integer("How many rows there are.")),
        .required("head", .string("The last row's hash; empty for an empty log.")),
        .required("firstBroken", .integer("The first row that does not fit.").orNull),
        .required(
          "missedAnchor",
          Schema.object([.required("sequence", .integer()), .required("hash", .string())]).orNull),
      ])
    ),
    (
      "AuditEntry",
      .object([
        .required("sequence", .integer("Its number in the chain, from 1 without gaps.", in: 1...9_007_199_254_740_991)),
        .required("at", .instant("When.")),
        .required("actor", .string("Who: `token:<id>`, `account:<id>` or `setup`.")),
        .required("via", .string("Through which path: `api`, `setup`.")),
        .required("action", .string("What was done, such as `flag.kill`.")),
        .required("object", .string("What it was done to, such as `flag:<id>`.")),
        .required("reason", .string("Why; may be empty.")),
        .required("requestId", .string("The `X-Request-Id` of the request; empty when there was none.")),
        .required("environment", .string("The key of the environment that was changed.").orNull),
        .required("revision", .integer("The environment's revision after the change.").orNull),
        .required("before", .any("What was there before; null when nothing was, or when it was erased.")),
        .required("after", .any("What is there after; null when nothing is, or when it was erased.")),
      ])
    ),
  ]
}
