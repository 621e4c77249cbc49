internal import SerinFlags
internal import Store

extension ChangeApplication {
  /// Writes a flag's own fields with their history.
  mutating func apply(_ write: FlagWrite, to log: inout EditLog) throws(StoreError) {
    let current = try connection.row(
      "SELECT \(Row.flagColumns) FROM flag WHERE id = ?", write.flag.id
    ) { row throws(StoreError) in try row.flag() }
    var earlier: Int64 = 0
    if current == nil { earlier = try lastVersion(of: "flag", write.flag.projectID, write.flag.key) }
    guard let next = try write.outcome(on: current, at: at, after: earlier) else { return }
    guard try exists("SELECT 1 FROM project WHERE id = ?", next.projectID) else {
      throw .notFound(object: "project:\(next.projectID)")
    }
    if next.deletedAt == nil { try refuseTakenKey(of: next) }

    log.before.flag = current
    log.after.flag = next
    try store(next)
    try storeVersion(next, auditSequence: log.firstSequence)
    flags.note(next, named: next.id)
  }

  /// The highest version of whatever had a key in a project; 0 when nothing had it.
  func lastVersion(of table: String, _ projectID: String, _ key: String) throws(StoreError) -> Int64 {
    try connection.row(
      "SELECT coalesce(max(version), 0) FROM \(table) WHERE project_id = ? AND key = ?", projectID, key
    ) { $0.integer(0) } ?? 0
  }

  private func refuseTakenKey(of flag: FlagRecord) throws(StoreError) {
    let owner = try connection.row(
      "SELECT id FROM flag WHERE project_id = ? AND key = ? AND deleted_at IS NULL", flag.projectID, flag.key
    ) { $0.text(0) }
    guard let owner, !owner.hasSameBytes(as: flag.id) else { return }
    throw .duplicate(object: "flag:\(flag.key)")
  }

  private func store(_ flag: FlagRecord) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO flag (\(Row.flagColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET key = excluded.key, kind = excluded.kind, owner = excluded.owner,
        description = excluded.description, tags = excluded.tags, expires_on = excluded.expires_on,
        property_types = excluded.property_types, version = excluded.version, archived_at = excluded.archived_at,
        deleted_at = excluded.deleted_at
      """,
      flag.id, flag.projectID, flag.key, flag.kind, flag.owner, flag.description, Self.text(of: flag.tags),
      flag.expiresOn, flag.propertyTypes, flag.version, flag.createdAt, flag.archivedAt,
      flag.deletedAt)
  }

  private func storeVersion(_ flag: FlagRecord, auditSequence: Int64) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO flag_history (flag_id, version, key, kind, owner, description, tags, expires_on, property_types,
        archived_at, deleted_at, at, audit_chain, audit_seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      flag.id, flag.version, flag.key, flag.kind, flag.owner, flag.description, Self.text(of: flag.tags),
      flag.expiresOn, flag.propertyTypes, flag.archivedAt, flag.deletedAt, at, chain, auditSequence)
  }

  /// Texts as the list that a column holds.
  static func text(of words: [String]) -> String {
    JSONValue.array(words.map(JSONValue.string)).text()
  }
}
