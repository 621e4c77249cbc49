internal import Store

extension Row {
  static let changeRequestColumns = """
    id, env_id, author_id, title, description, patch, base_versions, content_hash, state, job_id, version, created_at, \
    applied_at, applied_revision
    """

  func changeRequest() throws(StoreError) -> ChangeRequestRecord {
    guard let state = ChangeRequestState(rawValue: text(8)) else {
      throw damaged("change request \(text(0)) is in an unknown state")
    }
    return ChangeRequestRecord(
      id: text(0), environmentID: text(1), author: text(2), title: text(3), description: text(4), patch: text(5),
      baseVersions: text(6), contentHash: blob(7), state: state, jobID: optionalText(9), version: integer(10),
      createdAt: integer(11), appliedAt: optionalInteger(12), appliedRevision: optionalInteger(13))
  }

  static let changeVerdictColumns = "request_id, account_id, content_hash, verdict, at"

  func changeVerdict() throws(StoreError) -> ChangeVerdictRecord {
    guard let verdict = ChangeVerdictRecord.Verdict(rawValue: text(3)) else {
      throw damaged("a verdict on change request \(text(0)) is of an unknown kind")
    }
    return ChangeVerdictRecord(
      requestID: text(0), person: text(1), contentHash: blob(2), verdict: verdict, at: integer(4))
  }

  static let changeCommentColumns = "id, request_id, actor_id, text, at"

  func changeComment() -> ChangeCommentRecord {
    ChangeCommentRecord(id: text(0), requestID: text(1), actor: text(2), text: text(3), at: integer(4))
  }
}
