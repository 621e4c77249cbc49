extension Edit {
  /// Whether it kills flags and does nothing else.
  package var isKill: Bool { isSwitch && items.allSatisfy { $0.isKilled == true } }

  /// Whether it kills flags, or takes kills back, and does nothing else.
  fileprivate var isSwitch: Bool {
    var bare = Edit(audit: audit)
    bare.items = items
    return !items.isEmpty && self == bare
      && items.allSatisfy { $0.kind == .flag && $0.isKilled != nil && $0.document == nil && $0.isGone == nil }
  }
}

extension Change {
  /// Whether it kills flags, or takes kills back, and does nothing else, so that it depends on no change of another kind and
  /// waits for none.
  ///
  /// Both go ahead, so that of the two what was asked for later is what holds: a kill that overtook the taking back of an
  /// earlier one would find nothing to do, and be undone by it.
  package var isSwitch: Bool { !edits.isEmpty && edits.allSatisfy(\.isSwitch) }
}
