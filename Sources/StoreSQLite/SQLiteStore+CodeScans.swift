public import Store

extension SQLiteStore {
  /// The scans of one project, by repository and branch.
  public func codeScans(projectID: String) async throws(StoreError) -> [CodeScanRecord] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(Row.codeScanColumns) FROM code_scan WHERE project_id = ? AND state = 'current'
        ORDER BY repository, branch
        """, projectID
      ) { $0.codeScan() }
    }
  }

  /// The places that name one flag, by repository, branch, file, line and column; a negative limit gives none.
  public func codeReferences(
    projectID: String, flagKey: String, limit: Int
  ) async throws(StoreError) -> FlagReferences {
    let atMost = Int64(max(0, limit))
    return try await read { connection throws(StoreError) in
      try connection.snapshot { () throws(StoreError) in
        let source = """
          FROM code_scan AS s JOIN code_reference AS r ON r.scan_no = s.no
          WHERE s.project_id = ? AND s.state = 'current' AND r.flag_key = ?
          """
        let total = try connection.row("SELECT count(*) \(source)", projectID, flagKey) { $0.integer(0) } ?? 0
        let rows = try connection.rows(
          """
          SELECT \(Row.codeScanColumns), \(Row.codeReferenceColumns) \(source)
          ORDER BY s.repository, s.branch, r.file, r.line, r.col LIMIT ?
          """, projectID, flagKey, atMost
        ) { row in (scan: row.codeScan(), reference: row.codeReference(from: 8)) }
        var references = FlagReferences(total: total, scans: [])
        for row in rows {
          // Rows of one scan follow one another, and no two scans have the same names.
          if references.scans.last?.scan.isSameBranch(as: row.scan) != true {
            references.scans.append(FlagReferences.Scan(scan: row.scan, references: []))
          }
          references.scans[references.scans.count - 1].references.append(row.reference)
        }
        return references
      }
    }
  }
}
