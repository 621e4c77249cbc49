import SerinFlags

/// What taking flags over would change, as a server said it.
struct PromotionPlan {
  /// One flag of the plan.
  struct Flag: Equatable {
    let key: String
    /// The version in the target that the differences are to.
    let version: String
    let changes: JSONValue
  }

  /// The server's answer.
  let json: JSONValue
  let flags: [Flag]
  /// The keys of the segments that are taken along.
  let segments: [String]
  /// What stands in the way.
  let problems: [CommandFailure.Issue]

  /// Reads a server's answer, of a plan or of what was done.
  init(_ json: JSONValue, from server: ServerClient) throws(CommandFailure) {
    self.json = json
    var flags: [Flag] = []
    for flag in try server.array("flags", in: json) {
      guard let key = flag["key"]?.stringValue, let version = flag["version"]?.stringValue,
        flag["changes"]?.arrayValue != nil
      else { throw server.isNoSerinServer("a flag of the plan has no key, version or changes") }
      flags.append(Flag(key: key, version: version, changes: flag["changes"] ?? []))
    }
    self.flags = flags
    segments = try server.array("segments", in: json).map(FlagText.plain)
    problems = try server.array("problems", in: json).map { problem in
      CommandFailure.Issue(
        path: problem["path"]?.stringValue ?? "", message: problem["message"].map(FlagText.plain) ?? "?")
    }
  }

  /// The flags that something differs of.
  var changed: [Flag] { flags.filter { $0.changes != [] } }

  /// Whether nothing would be written.
  var isEmpty: Bool { changed.isEmpty && segments.isEmpty }

  /// What of it a person can compare: the differences and the segments, without revisions.
  func isSame(as other: PromotionPlan) -> Bool {
    changed.elementsEqual(other.changed) {
      $0.key.utf8.elementsEqual($1.key.utf8) && $0.changes == $1.changes
    } && segments == other.segments
  }

  /// The differences, flag by flag.
  func lines(style: Style) -> [String] {
    var lines = segments.map { style.green("+ segment \($0)".printable) }
    for flag in changed {
      lines.append(style.bold(flag.key.printable))
      lines += ChangeText.lines(flag.changes, style: style).map { "  " + $0 }
    }
    return lines
  }

  /// How much it is, in words.
  var summary: String {
    let flags = changed.count == 1 ? "1 flag" : "\(changed.count) flags"
    let along = segments.count == 1 ? " and 1 segment" : segments.isEmpty ? "" : " and \(segments.count) segments"
    return flags + along
  }
}
