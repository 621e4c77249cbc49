internal import SerinFlags
internal import Store

/// A scan of code as its row has it.
struct StoredScan {
  /// The number that its places refer to.
  let number: Int64
  var scan: CodeScanRecord
  /// The sum of the names of its places; empty when it is not known.
  let digest: [UInt8]

  /// The present scan of a branch; nil when there is none.
  static func current(of scan: CodeScanRecord, _ connection: Connection) throws(StoreError) -> StoredScan? {
    try connection.row(
      """
      SELECT \(Row.codeScanColumns), no, digest FROM code_scan
      WHERE project_id = ? AND repository = ? AND branch = ? AND state = 'current'
      """, scan.projectID, scan.repository, scan.branch, make: read)
  }

  /// A scan that arrives.
  ///
  /// - Throws: ``StoreError/notFound(object:)`` when there is none of that name.
  static func draft(_ id: String, _ connection: Connection) throws(StoreError) -> StoredScan {
    let found = try connection.row(
      "SELECT \(Row.codeScanColumns), no, digest FROM code_scan WHERE draft_id = ?", id, make: read)
    guard let found else { throw .notFound(object: "code draft:\(id)") }
    return found
  }

  /// Whether both say the same of one branch, down to the bytes.
  func saysTheSame(as other: StoredScan) -> Bool {
    scan.commit.hasSameBytes(as: other.scan.commit)
      && scan.link.map(ExactString.init) == other.scan.link.map(ExactString.init)
      && scan.references == other.scan.references && digest == other.digest
  }

  private static func read(_ row: Row) -> StoredScan {
    StoredScan(number: row.integer(8), scan: row.codeScan(), digest: row.isNull(9) ? [] : row.blob(9))
  }
}
