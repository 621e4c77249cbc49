import SerinFlags

/// Which flags `serin flags list` lists, and in which order.
enum FlagFilter {
  private static let archived = OptionSpec.flag("archived", help: "List archived flags as well.")
  private static let state = OptionSpec.value(
    "state", "STATE", choices: ["active", "archived", "deleted"],
    help: "Only flags that are active, archived or deleted; deleted ones are not listed otherwise.")
  private static let search = OptionSpec.value(
    "search", "WORDS", help: "Only flags with each word in the key, description, owner or a tag.")
  private static let kind = OptionSpec.value(
    "kind", "KIND", choices: FlagKind.allCases.map(\.rawValue), help: "Only flags of this kind.")
  private static let owner = OptionSpec.value("owner", "TEXT", help: "Only flags of this owner.")
  private static let tag = OptionSpec.value("tag", "WORD", help: "Only flags with this tag.")
  private static let killed = OptionSpec.flag("killed", help: "Only flags that are killed here.")
  private static let expired = OptionSpec.flag("expired", help: "Only flags past the day by which they should be gone.")
  private static let stale = OptionSpec.value(
    "stale", "KIND", choices: ["expired", "removeCode", "unused"],
    help: "Only flags that could go for this reason; \"serin flags stale\" shows what shows it.")
  private static let sort = OptionSpec.value(
    "sort", "ORDER", choices: ["key", "created", "expires", "kind", "owner"],
    help: "Order by key, created, expires, kind or owner; --sort=-created goes the other way round.")
  private static let limit = OptionSpec.value("limit", "COUNT", help: "So many at most, up to 500 (default: all).")
  private static let after = OptionSpec.value("after", "NEXT", help: "Go on where a list with --limit ended.")

  /// The options, in the order of the help.
  static let options = [archived, state, search, kind, owner, tag, killed, expired, stale, sort, limit, after]

  /// The parameters of the request.
  ///
  /// - Throws: a usage failure for a limit that is none.
  static func query(_ arguments: ParsedArguments) throws(CommandFailure) -> [(String, String)] {
    var query: [(String, String)] = []
    for option in [archived, killed, expired] where arguments.isGiven(option) { query.append((option.name, "true")) }
    for option in [state, search, kind, owner, tag, stale, sort, after] {
      if let text = arguments[option] { query.append((option.name, text)) }
    }
    if let count = try arguments.wholeNumber(limit, in: 1...500) { query.append((limit.name, "\(count)")) }
    return query
  }

  /// Whether flags are left out that are listed otherwise.
  static func isNarrowed(_ arguments: ParsedArguments) -> Bool {
    [state, search, kind, owner, tag, killed, expired, stale, after].contains(where: arguments.isGiven)
  }
}
