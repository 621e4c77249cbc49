internal import Store

extension ChangeApplication {
  /// Does a step of writing or removing the references of one branch of a repository.
  mutating func apply(_ write: CodeScanWrite, to log: inout EditLog) throws(StoreError) {
    switch write {
    case .begin(let draft, let limits): try begin(draft, limits)
    case .add(let draft, let references): try add(references, to: draft)
    case .publish(let draft, let limits): try publish(draft, limits, log: &log)
    case .discard(let draft):
      try connection.run("UPDATE code_scan SET state = 'leaving', draft_id = NULL WHERE draft_id = ?", draft)
    case .remove(let projectID, let repository, let branch):
      let named = CodeScanRecord(projectID: projectID, repository: repository, branch: branch, commit: "")
      guard let found = try StoredScan.current(of: named, connection) else { throw .notFound(object: named.object) }
      try leave(found)
      log.before.codeScan = found.scan
    case .sweep(let limit): sweptRows += try CodeScanSweep(connection: connection).run(limit: limit)
    }
  }

  private mutating func begin(_ draft: CodeScanDraft, _ limits: CodeScanLimits) throws(StoreError) {
    let scan = draft.scan
    guard try exists("SELECT 1 FROM project WHERE id = ?", scan.projectID) else {
      throw .notFound(object: "project:\(scan.projectID)")
    }
    let wanted = StoredScan(number: 0, scan: scan, digest: draft.digest.bytes)
    if let found = try StoredScan.current(of: scan, connection), found.saysTheSame(as: wanted) {
      codeScans.append(found.scan)
      return
    }
    // What is over the limit is refused before its places are written, and once more before they are seen.
    try check(limits, with: scan)
    try connection.run(
      """
      INSERT INTO code_scan (project_id, repository, branch, commit_id, link, reference_count, byte_count, digest, state,
        draft_id, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'arriving', ?, ?)
      """,
      scan.projectID, scan.repository, scan.branch, scan.commit, scan.link, scan.references, scan.bytes,
      wanted.digest, draft.id, at)
  }

  private func add(_ references: [CodeReferenceRecord], to draft: String) throws(StoreError) {
    let found = try StoredScan.draft(draft, connection)
    for reference in references {
      try connection.run(
        """
        INSERT INTO code_reference (flag_key, scan_no, file, line, col, kind, snippet) VALUES (?, ?, ?, ?, ?, ?, ?)
        """, reference.flagKey, found.number, reference.file, reference.line, reference.column, reference.kind,
        reference.snippet)
    }
  }

  private mutating func publish(
    _ draft: String, _ limits: CodeScanLimits, log: inout EditLog
  ) throws(StoreError) {
    var new = try StoredScan.draft(draft, connection)
    let count = try connection.row("SELECT count(*) FROM code_reference WHERE scan_no = ?", new.number) {
      $0.integer(0)
    }
    guard count == new.scan.references else {
      throw .failed(reason: "\(new.scan.object) has \(count ?? 0) of \(new.scan.references) places")
    }
    let old = try StoredScan.current(of: new.scan, connection)
    // Somebody may have sent the same meanwhile.
    if let old, old.saysTheSame(as: new) {
      try leave(new)
      codeScans.append(old.scan)
      return
    }
    try check(limits, with: new.scan)
    if let old { try leave(old) }
    new.scan.updatedAt = at
    try connection.run(
      "UPDATE code_scan SET state = 'current', draft_id = NULL, updated_at = ? WHERE no = ?", at, new.number)
    log.before.codeScan = old?.scan
    log.after.codeScan = new.scan
    codeScans.append(new.scan)
  }

  /// Takes a scan out of sight.
  private func leave(_ scan: StoredScan) throws(StoreError) {
    try connection.run("UPDATE code_scan SET state = 'leaving', draft_id = NULL WHERE no = ?", scan.number)
  }

  /// Refuses a scan with which its project would have too much on record.
  private func check(_ limits: CodeScanLimits, with scan: CodeScanRecord) throws(StoreError) {
    let others = try connection.row(
      """
      SELECT count(*), coalesce(sum(byte_count), 0) FROM code_scan
      WHERE project_id = ? AND state = 'current' AND NOT (repository = ? AND branch = ?)
      """, scan.projectID, scan.repository, scan.branch
    ) { row in (branches: row.integer(0), bytes: row.integer(1)) }
    try limits.check(branches: (others?.branches ?? 0) + 1, bytes: (others?.bytes ?? 0) + scan.bytes)
  }
}
