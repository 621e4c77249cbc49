import SerinFlags

/// `serin keys list`: the keys and admin tokens of a project.
enum KeysListCommand: Command {
  static let description = CommandDescription(
    "keys list", summary: "List the keys and admin tokens of a project.",
    discussion: ["Secrets are not shown, since servers do not keep them; client keys are public and are shown whole."],
    sharedOptions: .projectTarget,
    examples: [("serin keys list --project shop", "Shows every key, the revoked ones included.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(call.projectPath(on: server) + ["keys"])
    var table = Table("ID", "KIND", "NAME", "ENVIRONMENT", "CREATED", "EXPIRES", "LAST USED", "REVOKED", "VALUE")
    for key in try server.array("keys", in: answer) {
      table.add(
        .text(key["id"]), .text(key["kind"]), .text(key["name"]), .text(key["environment"]), .text(key["createdAt"]),
        .text(key["expiresAt"]), .text(key["lastUsed"]), .text(key["revokedAt"]) { $0.red($1) }, .text(key["value"]))
    }
    return try call.show(answer, as: table, whenEmpty: "the project has no keys yet; see \"serin help keys create\"")
  }
}
