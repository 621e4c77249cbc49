internal import SerinFlags
internal import Store

extension ChangeApplication {
  /// Replaces or removes the references of one branch of a repository.
  func apply(_ write: CodeScanWrite, to log: inout EditLog) throws(StoreError) {
    switch write {
    case .replace(let scan, let references): try replace(by: scan, references, object: write.object, log: &log)
    case .remove(let projectID, let repository, let branch):
      guard let found = try stored(projectID, repository, branch) else { throw .notFound(object: write.object) }
      try connection.run("DELETE FROM code_reference WHERE scan_no = ?", found.number)
      try connection.run("DELETE FROM code_scan WHERE no = ?", found.number)
      log.before.codeScan = found.scan
    }
  }

  private func replace(
    by wanted: CodeScanRecord, _ references: [CodeReferenceRecord], object: String, log: inout EditLog
  ) throws(StoreError) {
    guard try exists("SELECT 1 FROM project WHERE id = ?", wanted.projectID) else {
      throw .notFound(object: "project:\(wanted.projectID)")
    }
    let found = try stored(wanted.projectID, wanted.repository, wanted.branch)
    var scan = wanted
    scan.references = Int64(references.count)
    scan.updatedAt = at
    if let found, try isSame(found, scan, references) { return }
    try connection.run(
      """
      INSERT INTO code_scan (project_id, repository, branch, commit_id, link, reference_count, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (project_id, repository, branch) DO UPDATE SET commit_id = excluded.commit_id, link = excluded.link,
        reference_count = excluded.reference_count, updated_at = excluded.updated_at
      """,
      scan.projectID, scan.repository, scan.branch, scan.commit, scan.link, scan.references, scan.updatedAt)
    guard let number = try stored(scan.projectID, scan.repository, scan.branch)?.number else {
      throw .failed(reason: "\(object) was written and cannot be found")
    }
    try connection.run("DELETE FROM code_reference WHERE scan_no = ?", number)
    for reference in references {
      try connection.run(
        """
        INSERT INTO code_reference (flag_key, scan_no, file, line, col, kind, snippet) VALUES (?, ?, ?, ?, ?, ?, ?)
        """, reference.flagKey, number, reference.file, reference.line, reference.column, reference.kind,
        reference.snippet)
    }
    log.before.codeScan = found?.scan
    log.after.codeScan = scan
  }

  private func stored(
    _ projectID: String, _ repository: String, _ branch: String
  ) throws(StoreError) -> (number: Int64, scan: CodeScanRecord)? {
    try connection.row(
      """
      SELECT \(Row.codeScanColumns), no FROM code_scan WHERE project_id = ? AND repository = ? AND branch = ?
      """, projectID, repository, branch
    ) { row in (number: row.integer(7), scan: row.codeScan()) }
  }

  /// Whether a scan says what is stored already, down to the bytes.
  private func isSame(
    _ found: (number: Int64, scan: CodeScanRecord), _ scan: CodeScanRecord, _ references: [CodeReferenceRecord]
  ) throws(StoreError) -> Bool {
    guard found.scan.commit.hasSameBytes(as: scan.commit), found.scan.references == scan.references,
      found.scan.link.map(ExactString.init) == scan.link.map(ExactString.init)
    else { return false }
    let stored = try connection.rows(
      "SELECT \(Row.codeReferenceColumns) FROM code_reference WHERE scan_no = ?", found.number
    ) { row in row.codeReference().bytes }
    return Set(stored) == Set(references.map(\.bytes))
  }
}

extension CodeReferenceRecord {
  /// The record as bytes, since texts that Swift holds for equal are not the same here.
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for text in [flagKey, file, kind, snippet, "\(line)", "\(column)"] {
      bytes += text.utf8
      bytes.append(0)
    }
    return bytes
  }
}
