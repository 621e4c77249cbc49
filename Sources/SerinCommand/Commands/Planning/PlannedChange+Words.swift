import SerinFlags

extension PlannedChange {
  /// How many flags or members are named in a few words.
  private static let named = 4

  /// A change of a server's answer in a few words: `replaceFlag new_checkout: default, rules`.
  static func words(_ change: JSONValue?) -> String {
    guard let change else { return "" }
    let name = change["operation"].map(FlagText.plain) ?? "?"
    let flags = [change["flag"], change["segment"]].compactMap(\.self) + (change["flags"]?.arrayValue ?? [])
    var words = flags.isEmpty ? name : name + " " + few(flags.map(FlagText.plain))
    if let source = change["from"] { words += " from " + FlagText.plain(source) }
    if restoring.contains(name), let version = change["version"] { words += " to " + FlagText.plain(version) }
    if change["reuseKey"] == true { words += ", taking its key over" }
    let parts = change["parts"]?.arrayValue ?? []
    if parts.count == 1, let part = parts.first { words += ": " + FlagText.plain(part) }
    let members = change["patch"]?.objectValue?.names ?? []
    return members.isEmpty ? words : words + ": " + few(members)
  }

  private static func few(_ names: [String]) -> String {
    let rest = names.count - named
    return names.prefix(named).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
