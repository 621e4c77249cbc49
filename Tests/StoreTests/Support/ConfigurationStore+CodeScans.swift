import Store

extension ConfigurationStore {
  /// Replaces a scan of the shop's code.
  @discardableResult
  func replaceShopScan(
    _ scan: CodeScanRecord, _ references: [CodeReferenceRecord], within limits: CodeScanLimits = .standard
  ) async throws(StoreError) -> CodeScanRecord {
    let entry = Shop.edit("code.replace", object: "code:\(scan.repository)@\(scan.branch)") { _ in }.audit
    return try await replaceCodeScan(by: scan, references: references, within: limits, audit: entry)
  }
}

extension Shop {
  /// A scan of a branch.
  static func scan(_ branch: String = "main", commit: String = "c1") -> CodeScanRecord {
    CodeScanRecord(projectID: id, repository: "acme/shop", branch: branch, commit: commit)
  }

  /// So many places that name the flag `a`, in files of a name.
  static func places(_ count: Int, file: String = "A.swift") -> [CodeReferenceRecord] {
    (0..<count).map { number in
      CodeReferenceRecord(
        flagKey: "a", file: file, line: Int64(number + 1), column: 1, kind: "literal", snippet: "line \(number)")
    }
  }
}
