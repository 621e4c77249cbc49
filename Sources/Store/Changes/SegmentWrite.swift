internal import SerinFlags

/// A segment's own fields to create or replace.
///
/// The store sets version and creation time; `archivedAt` is set by it too when `isArchived` says so. A key belongs to
/// one segment that is not archived at most.
public struct SegmentWrite: Sendable, Hashable {
  /// The fields to write.
  public var segment: SegmentRecord
  /// Whether the segment is deleted afterwards.
  public var isArchived: Bool
  /// What must be there before.
  public var expects: Expectation

  /// Creates a write.
  public init(segment: SegmentRecord, isArchived: Bool = false, expects: Expectation) {
    self.segment = segment
    self.isArchived = isArchived
    self.expects = expects
  }
}

extension SegmentWrite {
  /// The row, as conflicts name it.
  package var object: String { "segment:\(segment.id)" }

  /// The texts by the names that errors have for them.
  package var texts: [(name: String, text: String?)] {
    [
      ("id", segment.id), ("key", segment.key), ("kind", segment.kind), ("description", segment.description),
    ] + segment.tags.map { ("tags", $0) }
  }

  /// The segment as it is after this write, or nil when the write leaves it as it is.
  ///
  /// - Parameters:
  ///   - current: The segment with this id as it is, or nil when there is none.
  ///   - at: The instant of the change, in milliseconds since 1970 UTC.
  ///   - earlier: The highest version of what had the key before: versions go on from there, so that an edit that began with
  ///     that is not taken for one of this.
  /// - Throws: ``StoreError/conflict(_:)`` or ``StoreError/notFound(object:)`` when the expectation is not met.
  package func outcome(
    on current: SegmentRecord?, at: Int64, after earlier: Int64 = 0
  ) throws(StoreError) -> SegmentRecord? {
    // A segment never moves to another project: a write that names another one finds no segment there.
    if let current, !current.projectID.hasSameBytes(as: segment.projectID) { throw .notFound(object: object) }
    try expects.check(object: object, found: current?.version)
    var next = segment
    next.createdAt = current?.createdAt ?? at
    next.archivedAt = isArchived ? current?.archivedAt ?? at : nil
    next.version = current?.version ?? earlier
    if let current, next.hasSameFields(as: current) { return nil }
    next.version += 1
    return next
  }
}

extension SegmentRecord {
  /// Whether the fields that people write are the same, byte by byte.
  fileprivate func hasSameFields(as other: SegmentRecord) -> Bool {
    key.hasSameBytes(as: other.key) && kind.hasSameBytes(as: other.kind)
      && description.hasSameBytes(as: other.description)
      && tags.elementsEqual(other.tags) { $0.hasSameBytes(as: $1) } && archivedAt == other.archivedAt
  }
}
