internal import Store

extension ChangeApplication {
  /// Proposes or changes a change request, or takes down what somebody says of it.
  func apply(_ write: ChangeRequestWrite, to log: inout EditLog) throws(StoreError) {
    let current = try connection.row("SELECT \(Row.changeRequestColumns) FROM change_request WHERE id = ?", write.id) {
      row throws(StoreError) in try row.changeRequest()
    }
    let touched = environments.first { $0.isTouched && $0.record.id == current?.environmentID }
    let next = try write.outcome(on: current, at: at, revision: touched?.record.revision)
    switch write {
    case .create: try insert(next)
    case .update: try update(next)
    case .verdict(var verdict, _, _):
      verdict.at = at
      try insert(verdict)
      try update(next)
      log.after.changeVerdict = verdict
    case .comment(var comment):
      comment.at = at
      try connection.run(
        "INSERT INTO comment (\(Row.changeCommentColumns)) VALUES (?, ?, ?, ?, ?)", comment.id, comment.requestID,
        comment.actor, comment.text, comment.at)
      log.after.changeComment = comment
      return
    }
    log.before.changeRequest = current
    log.after.changeRequest = next
  }

  private func insert(_ request: ChangeRequestRecord) throws(StoreError) {
    guard try exists("SELECT 1 FROM environment WHERE id = ? AND archived_at IS NULL", request.environmentID) else {
      throw .notFound(object: "environment:\(request.environmentID)")
    }
    try connection.run(
      """
      INSERT INTO change_request (\(Row.changeRequestColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, request.id, request.environmentID, request.author, request.title, request.description, request.patch,
      request.baseVersions, request.contentHash, request.state.rawValue, request.jobID, request.version,
      request.createdAt, request.appliedAt, request.appliedRevision)
  }

  private func update(_ request: ChangeRequestRecord) throws(StoreError) {
    try connection.run(
      """
      UPDATE change_request SET title = ?, description = ?, patch = ?, base_versions = ?, content_hash = ?, state = ?,
        job_id = ?, version = ?, applied_at = ?, applied_revision = ? WHERE id = ?
      """, request.title, request.description, request.patch, request.baseVersions, request.contentHash,
      request.state.rawValue, request.jobID, request.version, request.appliedAt, request.appliedRevision, request.id)
  }

  /// Somebody who says something else of the same content takes back what they said before.
  private func insert(_ verdict: ChangeVerdictRecord) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO change_approval (\(Row.changeVerdictColumns)) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (request_id, account_id, content_hash) DO UPDATE SET verdict = excluded.verdict, at = excluded.at
      """, verdict.requestID, verdict.person, verdict.contentHash, verdict.verdict.rawValue, verdict.at)
  }
}
