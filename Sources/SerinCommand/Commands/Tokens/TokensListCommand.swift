import SerinFlags

/// `serin tokens list`: tokens of one's own, and those of the instance.
enum TokensListCommand: Command {
  static let description = CommandDescription(
    "tokens list", summary: "List your own tokens and those of the instance.",
    discussion: [
      """
      Tokens of your account, and the instance's admin tokens where yours administers it. Those of a project are listed by \
      "serin keys list".
      """
    ],
    sharedOptions: .connection,
    examples: [("serin tokens list", "Shows each with what it may do, until when, and when it was last used.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(["tokens"])
    var table = Table("ID", "OF", "NAME", "SCOPES", "CREATED", "EXPIRES", "LAST USED", "REVOKED")
    for token in try server.array("tokens", in: answer) {
      let scopes = (token["scopes"]?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ", ")
      table.add(
        .text(token["id"]), .text(token["account"]), .text(token["name"]), Table.Cell(scopes.isEmpty ? "all" : scopes),
        .text(token["createdAt"]), .text(token["expiresAt"]), .text(token["lastUsed"]),
        .text(token["revokedAt"]) { $0.red($1) })
    }
    return try call.show(answer, as: table, whenEmpty: "there are no tokens; see \"serin help tokens create\"")
  }
}
