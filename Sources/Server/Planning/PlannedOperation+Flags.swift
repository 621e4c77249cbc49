import SerinFlags

// Which flags an operation is about.
extension PlannedOperation {
  /// The keys of the flags that it names.
  var flagKeys: [String] {
    switch self {
    case .promote(let promotion): promotion.flags ?? []
    case .apply(let document, _): document["flags"]?.objectValue?.map(\.name) ?? []
    default: flagKey.map { [$0] } ?? []
    }
  }

  /// Whether a flag of this key is among those that it names, or may be because it names none and takes all.
  func concerns(_ key: String) -> Bool {
    if case .promote(let promotion) = self, promotion.flags == nil { return true }
    return flagKeys.contains(where: key.hasSameBytes)
  }
}
