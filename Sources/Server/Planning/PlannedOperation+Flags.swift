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

  /// The keys of the segments that it names.
  var segmentKeys: [String] {
    switch self {
    case .apply(let document, let removed):
      (document["segments"]?.objectValue?.map(\.name) ?? []) + removed
    case .restoreSegment(let segment, _): [segment]
    default: []
    }
  }

  /// Whether a flag of this key is among those that it names, or may be because it names none and takes all.
  func concerns(_ key: String) -> Bool {
    if case .promote(let promotion) = self, promotion.flags == nil { return true }
    return flagKeys.contains(where: key.hasSameBytes)
  }
}
