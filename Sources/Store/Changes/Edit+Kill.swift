extension Edit {
  /// Whether it kills flags and does nothing else.
  package var isKill: Bool {
    var bare = Edit(audit: audit)
    bare.items = items
    return !items.isEmpty && self == bare
      && items.allSatisfy { $0.kind == .flag && $0.isKilled == true && $0.document == nil && $0.isGone == nil }
  }
}

extension Change {
  /// Whether it kills flags and does nothing else, so that it depends on no other change and waits for none.
  package var isKill: Bool { !edits.isEmpty && edits.allSatisfy(\.isKill) }
}
