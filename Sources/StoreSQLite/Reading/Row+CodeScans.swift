internal import SerinFlags
internal import Store

extension Row {
  static let codeScanColumns =
    "project_id, repository, branch, commit_id, link, reference_count, byte_count, updated_at"

  func codeScan() -> CodeScanRecord {
    CodeScanRecord(
      projectID: text(0), repository: text(1), branch: text(2), commit: text(3), link: optionalText(4),
      references: integer(5), bytes: integer(6), updatedAt: integer(7))
  }

  static let codeReferenceColumns = "flag_key, file, line, col, kind, snippet"

  func codeReference(from column: Int32 = 0) -> CodeReferenceRecord {
    CodeReferenceRecord(
      flagKey: text(column), file: text(column + 1), line: integer(column + 2), column: integer(column + 3),
      kind: text(column + 4), snippet: text(column + 5))
  }
}
