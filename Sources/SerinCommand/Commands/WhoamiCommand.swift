import SerinFlags

/// `serin whoami`: whose token it is, and what it may do.
enum WhoamiCommand: Command {
  static let description = CommandDescription(
    "whoami", summary: "Show who a token stands for, and what it may do.",
    sharedOptions: .connection,
    examples: [("serin whoami", "Shows the account, its roles in projects, and what the token is narrowed to.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    let session = try await server.get(["session"])
    guard session["actor"]?.stringValue != nil, let isRoot = session["instance"]?.boolValue else {
      throw server.isNoSerinServer("its answer does not say who asks")
    }
    var table = Table()
    table.add("server", Table.Cell(server.address.text))
    table.add("who", .text(session["actor"]) { $0.bold($1) })
    if let account = session["account"], account != .null {
      table.add("account", Table.Cell([account["email"], account["name"]].map(text).joined(separator: ", ")))
    }
    let scopes = (session["scopes"]?.arrayValue ?? []).map(FlagText.plain)
    table.add("scopes", Table.Cell(scopes.isEmpty ? "all" : scopes.joined(separator: ", ")))
    if isRoot { table.add("instance", "administers it, with every project") }
    for (key, grant) in session["projects"]?.objectValue?.sortedMembers ?? [] {
      let releases = (grant["releases"]?.arrayValue ?? []).map(FlagText.plain)
      let words = [
        grant["role"]?.stringValue, releases.isEmpty ? nil : "releaser of " + releases.joined(separator: ", "),
      ]
      table.add("project", Table.Cell("\(key): \(words.compactMap(\.self).joined(separator: ", "))"))
    }
    return try call.show(session, as: table, whenEmpty: "")
  }

  private static func text(_ value: JSONValue?) -> String { value.map(FlagText.plain) ?? "?" }
}
