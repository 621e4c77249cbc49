extension [FlagKey] {
  /// What is wrong with declarations, in words for their owner.
  var problems: [String] {
    var seen: Set<ExactString> = []
    var problems: [String] = []
    for flag in self {
      if !seen.insert(ExactString(flag.name)).inserted {
        problems.append("flag \(flag.name), owner \(flag.owner): it is declared more than once")
      }
      if let expires = flag.expires, !expires.isValid {
        problems.append("flag \(flag.name), owner \(flag.owner): \"\(expires)\" is not a calendar day")
      }
    }
    return problems
  }
}
