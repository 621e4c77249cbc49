import SerinFlags
import Store

extension Schema {
  private static let scanMembers: [Member] = [
    .required("repository", .string("Such as `acme/shop`.")), .required("branch", .string()),
    .required("commit", .string()), .required("link", .string("The form of the places' addresses.").orNull),
    .required("updatedAt", .instant("When it was stored.")),
  ]

  /// What answers about places in code are made of.
  static let codeReferences: [(name: String, schema: Schema)] = [
    (
      "CodeScan",
      .object(
        scanMembers + [
          .required("references", .integer("How many places it has.")),
          .required("bytes", .integer("How many bytes they count.")),
        ])
    ),
    (
      "CodeReference",
      .object([
        .required("file", .string("From the repository's root on.")),
        .required("line", .integer(in: 1...1_000_000_000)),
        .required("column", .integer("The byte of the line.", in: 1...1_000_000_000)),
        .required("kind", .string("In which way the place names the flag.")),
        .required("snippet", .string("What stands in the line.")),
        .optional("url", .string("The place's address, where the scan has a link.")),
      ])
    ),
    (
      "FlagCodeScan",
      .object(scanMembers + [.required("references", .array(.ref("CodeReference")))])
    ),
  ]

  /// What a scan is sent as.
  static let codeScanUpload = Schema.object([
    .required("repository", .string()), .required("branch", .string()), .required("commit", .string()),
    .optional("link", .string().orNull),
    .required(
      "references",
      .array(
        .object([
          .required("flag", .string()), .required("file", .string()),
          .required("line", .integer(in: 1...1_000_000_000)),
          .required("column", .integer(in: 1...1_000_000_000)),
          .required("kind", .oneOf(CodeReferenceLimits.kinds)), .required("snippet", .string()),
        ]))), .optional("reason", .ref("Reason")),
  ])
}
