internal import Store

extension Row {
  /// Who wrote a version, as columns of a history joined with `audit AS a`.
  static let authorColumns = """
    coalesce(a.actor, ''), h.at, h.audit_seq, coalesce(a.via, ''), coalesce(a.action, ''), coalesce(a.reason, '')
    """

  func author(from column: Int32) -> Authorship {
    Authorship(
      actor: text(column), at: integer(column + 1), auditSequence: integer(column + 2), via: text(column + 3),
      action: text(column + 4), reason: text(column + 5))
  }

  /// The columns of an item in its history, in the order of ``itemColumns``, of `item_history AS h`.
  static let pastItemColumns = """
    h.env_id, h.kind, h.id, h.version, h.revision, h.schema_no, h.killed, h.gone, h.document, h.digest, h.at
    """

  /// The columns of a version of an item, of `item_history AS h` joined with `audit AS a`.
  static let itemVersionColumns = "\(pastItemColumns), \(authorColumns)"

  func itemVersion() throws(StoreError) -> ItemVersion {
    ItemVersion(item: try item(), author: author(from: 11))
  }

  /// The columns of a version of a flag, of `flag_history AS h` joined with `flag AS f` and `audit AS a`.
  static let flagVersionColumns = """
    f.id, f.project_id, h.key, h.kind, h.owner, h.description, h.tags, h.expires_on, h.property_types, h.version, \
    f.created_at, h.archived_at, h.deleted_at, \(authorColumns)
    """

  func flagVersion() throws(StoreError) -> FlagVersion {
    FlagVersion(flag: try flag(), author: author(from: 13))
  }

  /// The columns of an audit row, of `audit AS a` joined with `audit_payload AS p`.
  static let auditColumns = """
    a.chain, a.seq, a.at, a.actor, a.via, a.action, a.object, a.reason, a.request_id, a.env_id, a.revision, \
    p.before_doc, p.after_doc, p.salt, a.payload_hash, a.prev_hash, a.hash
    """

  func auditRecord() throws(StoreError) -> AuditRecord {
    AuditRecord(
      chain: text(0), sequence: integer(1), at: integer(2), entry: auditEntry(), environmentID: optionalText(9),
      revision: optionalInteger(10), before: optionalText(11), after: optionalText(12))
  }

  /// The same row as a link, with the hash it carries and its documents unless they were erased.
  func auditLink() throws(StoreError) -> (link: AuditLink, hash: [UInt8], payload: AuditPayload?) {
    let link = AuditLink(
      chain: text(0), sequence: integer(1), at: integer(2), entry: auditEntry(), environmentID: optionalText(9),
      revision: optionalInteger(10), payloadHash: blob(14), previousHash: blob(15))
    let payload = isNull(13) ? nil : AuditPayload(before: optionalText(11), after: optionalText(12), salt: blob(13))
    return (link, blob(16), payload)
  }

  private func auditEntry() -> AuditEntry {
    AuditEntry(
      actor: text(3), via: text(4), action: text(5), object: text(6), reason: text(7), requestID: text(8))
  }
}
