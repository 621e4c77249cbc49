extension RulesetDocument {
  /// The keys of the flags that other flags and segments depend on, through prerequisites and conditions.
  ///
  /// Whose impressions are only looked at is not among them; what archived flags need does not count.
  package var flagsDependedOn: Set<ExactString> {
    let walks = flags.filter { !$0.isArchived }.map(ReferenceWalk.init) + segments.map(ReferenceWalk.init)
    var keys: Set<ExactString> = []
    for reference in walks.flatMap(\.references) {
      if case .flag(let key, _) = reference.target { keys.insert(ExactString(key)) }
    }
    return keys
  }
}
