import SerinFlags

/// Describes a change request to a person.
enum RequestText {
  /// The members that have a row of their own where they are there, with the words for them.
  private static let members: [(name: String, words: String)] = [
    ("description", "description"), ("by", "by"), ("createdAt", "created"), ("appliedAt", "applied"),
    ("applyAt", "applies at"), ("schedule", "schedule"),
  ]

  /// Everything about it, a row for each thing.
  static func table(of request: JSONValue) -> Table {
    var table = Table()
    table.add("request", .text(request["id"]) { $0.bold($1) })
    table.add("title", .text(request["title"]))
    table.add("state", .text(request["state"]))
    table.add("environment", .text(request["environment"]))
    table.add("change", Table.Cell(PlannedChange.words(request["change"])))
    for (name, words) in members where ![nil, .null, ""].contains(request[name]) {
      table.add(Table.Cell(words), .text(request[name]))
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

  /// What it would change, row by row, and what others have changed since it was proposed.
  static func difference(of request: JSONValue, style: Style) -> [String] {
    let changed = rows(request["changed"], style: style)
    let difference = rows(request["difference"], style: style)
    guard !changed.isEmpty else { return difference }
    return ["changed since it was proposed:"] + changed.map { "  " + $0 } + ["what it would change now:"]
      + difference.map { "  " + $0 }
  }

  /// The command that comes next for a request as it is, and what that does; nil for one that is closed.
  static func nextStep(of request: JSONValue) -> (command: String, meaning: String)? {
    if request["obstacle"] != nil || request["state"] == "stale" {
      return ("rebase", "its author starts from what is there now with")
    }
    switch request["state"] {
    case "open": return ("approve", "somebody else looks at it and approves it with")
    case "approved" where (request["schedule"] ?? .null) == .null: return ("apply", "apply it with")
    default: return nil
    }
  }

  private static func rows(_ rows: JSONValue?, style: Style) -> [String] {
    (rows?.arrayValue ?? []).flatMap { row -> [String] in
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
