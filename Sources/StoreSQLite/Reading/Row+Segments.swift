internal import Store

extension Row {
  static let segmentColumns = "id, project_id, key, kind, description, tags, version, created_at, archived_at"

  func segment() throws(StoreError) -> SegmentRecord {
    SegmentRecord(
      id: text(0), projectID: text(1), key: text(2), kind: text(3), description: text(4),
      tags: try words(5, of: "segment:\(text(0))"), version: integer(6), createdAt: integer(7),
      archivedAt: optionalInteger(8))
  }

  /// The columns of a version, of `segment_history AS h` joined with `segment AS s` and `audit AS a`.
  static let segmentVersionColumns = """
    s.id, s.project_id, h.key, h.kind, h.description, h.tags, h.version, s.created_at, h.archived_at, \
    \(authorColumns)
    """

  func segmentVersion() throws(StoreError) -> SegmentVersion {
    SegmentVersion(segment: try segment(), author: author(from: 9))
  }

  static let listColumns = "env_id, segment_id, revision, digest, n"

  func list() -> ListRecord {
    ListRecord(
      environmentID: text(0), segmentID: text(1), revision: integer(2), digest: blob(3), count: integer(4))
  }
}
