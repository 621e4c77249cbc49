internal import Store

/// Removes the rows of scans that nobody sees any more.
struct CodeScanSweep {
  let connection: Connection

  /// Removes up to so many rows, the oldest scans first; a scan counts as one when its places are gone.
  ///
  /// - Returns: how many were removed; fewer than `limit` when none is left.
  func run(limit: Int64) throws(StoreError) -> Int64 {
    var removed: Int64 = 0
    while removed < limit, let number = try next() {
      let places = try connection.rows(
        "SELECT flag_key, file, line, col FROM code_reference WHERE scan_no = ? LIMIT ?", number, limit - removed
      ) { row in (flag: row.text(0), file: row.text(1), line: row.integer(2), column: row.integer(3)) }
      for place in places {
        try connection.run(
          "DELETE FROM code_reference WHERE flag_key = ? AND scan_no = ? AND file = ? AND line = ? AND col = ?",
          place.flag, number, place.file, place.line, place.column)
      }
      removed += Int64(places.count)
      guard removed < limit else { break }
      try connection.run("DELETE FROM code_scan WHERE no = ?", number)
      removed += 1
    }
    return removed
  }

  /// Removes what an earlier process left half done: scans whose last places never arrived, and those it had no time to
  /// remove.
  ///
  /// A disk that is full is no reason not to open; the rows are removed later then.
  func takeLeftovers() throws(StoreError) {
    do throws(StoreError) {
      try connection.run("UPDATE code_scan SET state = 'leaving', draft_id = NULL WHERE state = 'arriving'")
      var removed = CodeScanParts.rows
      while removed == CodeScanParts.rows {
        try connection.transaction { () throws(StoreError) in removed = try run(limit: CodeScanParts.rows) }
      }
    } catch .full {}
  }

  private func next() throws(StoreError) -> Int64? {
    try connection.row("SELECT no FROM code_scan WHERE state = 'leaving' ORDER BY no LIMIT 1") { $0.integer(0) }
  }
}
