internal import Store

extension Row {
  static let draftColumns = "owner, project_id, env_id, object, base, document, updated_at"

  func draft() -> DraftRecord {
    DraftRecord(
      owner: text(0), projectID: text(1), environmentID: text(2), object: text(3), base: optionalText(4),
      document: text(5), updatedAt: integer(6))
  }
}
