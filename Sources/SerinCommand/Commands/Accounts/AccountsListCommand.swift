import SerinFlags

/// `serin accounts list`: who can sign in.
enum AccountsListCommand: Command {
  static let description = CommandDescription(
    "accounts list", summary: "List the accounts of a server.",
    discussion: ["It takes a token of an administrator of the instance."], sharedOptions: .connection,
    examples: [("serin accounts list", "Shows every account, the disabled ones included.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let answer = try await server.get(["accounts"])
    var table = Table("EMAIL", "NAME", "ROOT", "CREATED", "DISABLED", "ID")
    for account in try server.array("accounts", in: answer) {
      table.add(
        .text(account["email"]), .text(account["name"]), Table.Cell(account["root"]?.boolValue == true ? "yes" : ""),
        .text(account["createdAt"]), .text(account["disabledAt"]) { $0.red($1) }, .text(account["id"]))
    }
    return try call.show(answer, as: table, whenEmpty: "nobody has an account yet; see \"serin help accounts invite\"")
  }
}
