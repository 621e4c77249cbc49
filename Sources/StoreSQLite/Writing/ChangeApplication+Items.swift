internal import Store

extension ChangeApplication {
  /// Writes an item with its history, and moves its environment to the change's revision.
  mutating func apply(_ write: ItemWrite, to log: inout EditLog) throws(StoreError) {
    try refuseWriteOfDeletedFlag(write)
    let index = try indexOfEnvironment(write.environmentID)
    let current = try connection.row(
      "SELECT \(Row.itemColumns) FROM item WHERE env_id = ? AND kind = ? AND id = ?",
      write.environmentID, write.kind.rawValue, write.id
    ) { row throws(StoreError) in try row.item() }
    let environment = environments[index]
    guard let next = try write.outcome(on: current, revision: environment.nextRevision, at: at) else { return }

    environments[index].touch()
    environments[index].record.digest = environment.record.digest - (current?.digest ?? .zero) + next.digest
    let sequence = log.add(before: current, after: next)
    try store(next)
    try storeVersion(next, auditSequence: sequence)
    items.note(next, named: next.environmentID + "/" + next.kind.rawValue + "/" + next.id)
  }

  /// A deleted flag is read-only: whatever writes an item of it has the item gone.
  private func refuseWriteOfDeletedFlag(_ write: ItemWrite) throws(StoreError) {
    guard write.kind == .flag, write.isGone != true else { return }
    guard try exists("SELECT 1 FROM flag WHERE id = ? AND deleted_at IS NOT NULL", write.id) else { return }
    throw .refused(reason: "flag:\(write.id) is deleted; bring it back first")
  }

  private func store(_ item: ItemRecord) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO item (\(Row.itemColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (env_id, kind, id) DO UPDATE SET version = excluded.version, revision = excluded.revision,
        schema_no = excluded.schema_no, killed = excluded.killed, gone = excluded.gone,
        document = excluded.document, digest = excluded.digest, updated_at = excluded.updated_at
      """,
      item.environmentID, item.kind.rawValue, item.id, item.version, item.revision, item.schema, item.isKilled,
      item.isGone, item.document, item.digest.bytes, item.updatedAt)
  }

  private func storeVersion(_ item: ItemRecord, auditSequence: Int64) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO item_history (env_id, kind, id, version, revision, schema_no, killed, gone, document, digest, at,
        audit_chain, audit_seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      item.environmentID, item.kind.rawValue, item.id, item.version, item.revision, item.schema, item.isKilled,
      item.isGone, item.document, item.digest.bytes, item.updatedAt, chain, auditSequence)
  }
}
