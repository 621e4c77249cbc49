extension ReferenceWalk {
  /// The segments that are named, in document order.
  fileprivate var segmentKeys: [String] {
    references.compactMap { reference in
      guard case .segment(let key) = reference.target else { return nil }
      return key
    }
  }
}

extension FlagEntry {
  /// The keys of the segments that the flag's rules name; none when it is malformed.
  package var segmentKeys: [String] { ReferenceWalk(self).segmentKeys }
}

extension SegmentEntry {
  /// The keys of the segments that the segment names; none when it is malformed.
  package var segmentKeys: [String] { ReferenceWalk(self).segmentKeys }
}
