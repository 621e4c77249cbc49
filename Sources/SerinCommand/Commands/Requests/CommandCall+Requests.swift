import SerinFlags

extension PositionalSpec {
  /// The change request that a command is about.
  static let requestID = PositionalSpec("ID", help: "The change request's id, the first column of the list.")
}

extension OptionSpec {
  /// What somebody has seen who decides about a request.
  static let hash = OptionSpec.value(
    "hash", "HASH", help: "The content that was seen, as \"serin requests show\" prints it; another one ends with 2.")
}

extension CommandCall {
  /// The id of the change request that the command is about.
  var requestID: String { arguments.positional(0) ?? "" }

  /// The path of the change request that the command is about.
  func requestPath(on server: ServerClient) async throws(CommandFailure) -> [String] {
    try await environmentPath(on: server) + ["change-requests", requestID]
  }

  /// Rejects the request, with the content that it has now unless the options name it.
  func rejectRequest(saying sentence: String) async throws(CommandFailure) -> ExitCode {
    let server = try controlServer()
    let path = try await requestPath(on: server)
    var body = reasonBody
    let hash: JSONValue? =
      if let given = arguments[.hash] { .string(given) } else {
        try await server.get(path)["contentHash"]
      }
    guard let hash else { throw server.isNoSerinServer("the change request has no \"contentHash\"") }
    body["contentHash"] = hash
    let request = try await server.post(path + ["reject"], body)
    try server.check(request, has: "state", equalTo: "rejected")
    return try show(request, as: sentence)
  }
}

/// Describes a change request to a person.
enum RequestText {
  /// Everything about it, a row for each thing.
  static func table(of request: JSONValue) -> Table {
    var table = Table()
    table.add("request", .text(request["id"]) { $0.bold($1) })
    table.add("title", .text(request["title"]))
    table.add("state", .text(request["state"]))
    table.add("environment", .text(request["environment"]))
    table.add("change", Table.Cell(PlannedChange.words(request["change"])))
    for name in ["description", "by", "createdAt", "appliedAt", "applyAt"]
    where request[name] != nil && request[name] != "" {
      table.add(Table.Cell(name), .text(request[name]))
    }
    table.add("hash", .text(request["contentHash"]))
    table.add("approvals", Table.Cell(approvals(of: request)))
    for verdict in request["verdicts"]?.arrayValue ?? [] {
      let note = verdict["counts"] == false ? ", of an earlier content" : ""
      table.add(.text(verdict["verdict"]), Table.Cell((verdict["by"].map(FlagText.plain) ?? "?") + note))
    }
    for comment in request["comments"]?.arrayValue ?? [] {
      table.add("comment", Table.Cell("\(plain(comment["by"])): \(plain(comment["text"]))"))
    }
    if let obstacle = request["obstacle"] { table.add("obstacle", .text(obstacle) { $0.red($1) }) }
    return table
  }

  /// What it would change, row by row.
  static func difference(of request: JSONValue, style: Style) -> [String] {
    (request["difference"]?.arrayValue ?? []).flatMap { row -> [String] in
      let place = row["environment"]?.stringValue.map { " in \($0)" } ?? ""
      let heading = style.bold("\(plain(row["kind"])) \(plain(row["key"]))\(place)".printable)
      return [heading] + ChangeText.lines(row["changes"], style: style).map { "  " + $0 }
    }
  }

  private static func approvals(of request: JSONValue) -> String {
    let given = (request["verdicts"]?.arrayValue ?? []).count { $0["verdict"] == "approve" && $0["counts"] == true }
    return "\(given) of \(request["approvalsNeeded"]?.text() ?? "?")"
  }

  private static func plain(_ value: JSONValue?) -> String { value.map(FlagText.plain) ?? "?" }
}
