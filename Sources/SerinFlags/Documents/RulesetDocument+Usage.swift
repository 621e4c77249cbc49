/// A flag or segment whose conditions name a segment.
package struct SegmentUse: Sendable, Hashable {
  /// The flag's key; nil when a segment names it.
  package let flag: String?
  /// The segment's key; nil when a flag names it.
  package let segment: String?
  /// The id of the flag's rule.
  package let rule: String?
  /// What people call that rule.
  package let ruleName: String?
  /// The path of the member that names it.
  package let path: String
}

extension RulesetDocument {
  /// Every place that names a segment, flags first, in document order.
  package func uses(ofSegment key: String) -> [SegmentUse] {
    var uses: [SegmentUse] = []
    for entry in flags {
      for reference in ReferenceWalk(entry).references where reference.names(segment: key) {
        let rule = reference.rule.flatMap { entry.definition?.rules[$0] }
        uses.append(
          SegmentUse(flag: entry.key, segment: nil, rule: rule?.id, ruleName: rule?.name, path: reference.path))
      }
    }
    for entry in segments {
      for reference in ReferenceWalk(entry).references where reference.names(segment: key) {
        uses.append(SegmentUse(flag: nil, segment: entry.key, rule: nil, ruleName: nil, path: reference.path))
      }
    }
    return uses
  }
}

extension DocumentReference {
  fileprivate func names(segment key: String) -> Bool {
    guard case .segment(let named) = target else { return false }
    return named.hasSameBytes(as: key)
  }
}
