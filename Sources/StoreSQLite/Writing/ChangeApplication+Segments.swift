internal import SerinFlags
internal import Store

extension ChangeApplication {
  /// Writes a segment's own fields with their history.
  func apply(_ write: SegmentWrite, to log: inout EditLog) throws(StoreError) {
    let current = try connection.row(
      "SELECT \(Row.segmentColumns) FROM segment WHERE id = ?", write.segment.id
    ) { row throws(StoreError) in try row.segment() }
    var earlier: Int64 = 0
    if current == nil { earlier = try lastVersion(of: "segment", write.segment.projectID, write.segment.key) }
    guard let next = try write.outcome(on: current, at: at, after: earlier) else { return }
    guard try exists("SELECT 1 FROM project WHERE id = ?", next.projectID) else {
      throw .notFound(object: "project:\(next.projectID)")
    }
    if next.archivedAt == nil { try refuseTakenKey(of: next) }
    log.before.segment = current
    log.after.segment = next
    try store(next)
    try storeVersion(next, auditSequence: log.firstSequence)
  }

  private func refuseTakenKey(of segment: SegmentRecord) throws(StoreError) {
    let owner = try connection.row(
      "SELECT id FROM segment WHERE project_id = ? AND key = ? AND archived_at IS NULL", segment.projectID,
      segment.key
    ) { $0.text(0) }
    guard let owner, !owner.hasSameBytes(as: segment.id) else { return }
    throw .duplicate(object: "segment:\(segment.key)")
  }

  private func store(_ segment: SegmentRecord) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO segment (\(Row.segmentColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET key = excluded.key, kind = excluded.kind, description = excluded.description,
        tags = excluded.tags, version = excluded.version, archived_at = excluded.archived_at
      """,
      segment.id, segment.projectID, segment.key, segment.kind, segment.description, Self.text(of: segment.tags),
      segment.version, segment.createdAt, segment.archivedAt)
  }

  private func storeVersion(_ segment: SegmentRecord, auditSequence: Int64) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO segment_history (segment_id, version, key, kind, description, tags, archived_at, at, audit_chain,
        audit_seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      segment.id, segment.version, segment.key, segment.kind, segment.description, Self.text(of: segment.tags),
      segment.archivedAt, at, chain, auditSequence)
  }
}
