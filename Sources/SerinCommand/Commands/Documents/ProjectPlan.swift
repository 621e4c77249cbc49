import SerinFlags

/// What applying a project's document changes, as a server said it.
struct ProjectPlan {
  /// The server's answer.
  let json: JSONValue
  /// Names the document and what it was compared with.
  let version: String
  private let changes: [JSONValue]
  private let problems: [JSONValue]

  /// Reads a server's answer, of a plan or of what was done.
  init(_ json: JSONValue, from server: ServerClient) throws(CommandFailure) {
    guard let version = json["planVersion"]?.stringValue else {
      throw server.isNoSerinServer("the plan has no \"planVersion\"")
    }
    self.json = json
    self.version = version
    changes = try server.array("changes", in: json)
    problems = try server.array("problems", in: json)
  }

  /// Whether nothing differs.
  var isEmpty: Bool { changes.isEmpty }

  /// A heading for each thing and each environment of it, and under it a line for each place that differs.
  func lines(style: Style) -> [String] {
    changes.flatMap { change -> [String] in
      let kind = change["kind"].map(FlagText.plain) ?? "?"
      let key = change["key"].map(FlagText.plain) ?? "?"
      let place = change["environment"]?.stringValue.map { " in \($0)" } ?? ""
      let name = "\(kind) \(key)\(place)"
      let heading: String
      switch change["action"]?.stringValue {
      case "create": heading = style.green("+ \(name)".printable)
      case "archive": heading = style.red("- \(name): archived".printable)
      case "delete": heading = style.red("- \(name): deleted".printable)
      case "unarchive": heading = style.green("+ \(name): unarchived".printable)
      default: heading = style.bold("~ \(name)".printable)
      }
      return [heading] + ChangeText.lines(change["changes"], style: style).map { "    " + $0 }
    }
  }

  /// How much it is, in words: `3 changes (1 create, 2 update)`.
  var summary: String {
    let actions = ["create", "update", "archive", "unarchive", "delete"]
    let counts = actions.map { action in (action, changes.count { $0["action"]?.stringValue == action }) }
    let words = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    return "\(changes.count) \(changes.count == 1 ? "change" : "changes") (\(words))"
  }

  /// What the document does not mention and what is left alone, in words; nil when there is nothing.
  var leftAlone: String? {
    let parts = [("environments", "environment"), ("flags", "flag"), ("segments", "segment")].compactMap { name, word in
      let keys = (json["notMentioned"]?[name]?.arrayValue ?? []).map(FlagText.plain)
      guard !keys.isEmpty else { return String?.none }
      let more = keys.count > 5 ? " and \(keys.count - 5) more" : ""
      return "\(keys.count == 1 ? word : name) \(keys.prefix(5).joined(separator: ", "))\(more)"
    }
    return parts.isEmpty ? nil : "not mentioned and left alone: " + parts.joined(separator: "; ")
  }

  /// Prints it, before anything is written also where it goes into a pipe.
  func show(on console: Console) throws(CommandFailure) {
    for line in lines(style: console.style) { try console.print(line) }
    try console.flush()
    if let leftAlone { try console.remark(leftAlone) }
  }

  /// The failure for what stands in the way; nil when nothing does.
  ///
  /// A document that is not valid ends with another code than one that somebody else may apply.
  var refusal: CommandFailure? {
    guard !problems.isEmpty else { return nil }
    let count = problems.count == 1 ? "1 problem stands" : "\(problems.count) problems stand"
    var failure = CommandFailure.refused(
      "\(count) in the way; nothing was written",
      issues: problems.map { problem in
        CommandFailure.Issue(
          path: problem["path"]?.stringValue ?? "", message: problem["message"].map(FlagText.plain) ?? "?")
      })
    let codes = Set(problems.compactMap { $0["code"]?.stringValue })
    for (exit, those) in [
      (ExitCode.notAuthorised, ["forbidden", "approvalRequired"]),
      (.conflict, ["forbidden", "approvalRequired", "conflict"]),
    ] where codes.isSubset(of: those) {
      failure.exit = exit
      failure.code = those.last(where: codes.contains) ?? failure.code
      break
    }
    return failure
  }
}
