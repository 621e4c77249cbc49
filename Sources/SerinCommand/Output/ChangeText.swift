import SerinFlags

/// Describes to a person what differs between two versions of something.
enum ChangeText {
  /// How many places a summary names.
  private static let named = 3

  /// The places in one cell: the first few, and how many more there are.
  static func summary(_ changes: JSONValue?) -> String {
    let paths = (changes?.arrayValue ?? []).map { $0["path"].map(FlagText.plain) ?? "?" }
    let rest = paths.count - named
    return paths.prefix(named).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// A line for each place: `+` for what is new, `-` for what is gone, `~` for what is another one now.
  static func lines(_ changes: JSONValue?, style: Style) -> [String] {
    (changes?.arrayValue ?? []).map { change in
      let path = change["path"].map(FlagText.plain) ?? "?"
      switch (change["before"], change["after"]) {
      case (let before?, let after?): return "~ \(path): \(before.text()) -> \(after.text())".printable
      case (let before?, nil): return style.red("- \(path): \(before.text())".printable)
      case (nil, let after?): return style.green("+ \(path): \(after.text())".printable)
      case (nil, nil): return "~ \(path)".printable
      }
    }
  }
}
