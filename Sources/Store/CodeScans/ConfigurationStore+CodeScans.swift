extension ConfigurationStore {
  /// Puts a scan in the place of its branch's last one.
  ///
  /// It takes several changes, and whatever else is to be written gets its turn between them. Readers see the old scan
  /// until all places of the new one are there, and then the new one. The audit log has one row of it, unless the branch
  /// says the same already: then nothing is written. May be called from any task.
  ///
  /// - Parameters:
  ///   - scan: where the code stood. The store sets its time and counts its places.
  ///   - references: the places; no two may have the same flag, file, line and column.
  ///   - limits: how much the project may have on record afterwards.
  ///   - audit: who does it, and why.
  /// - Returns: the scan as it is stored.
  /// - Throws: ``StoreError/overLimit(what:found:allowed:)`` when the project has too much already, and what else keeps
  ///   a change from being committed. The branch is as it was before then, unless the disk failed at the very end.
  public func replaceCodeScan(
    by scan: CodeScanRecord, references: [CodeReferenceRecord], within limits: CodeScanLimits, audit: AuditEntry
  ) async throws(StoreError) -> CodeScanRecord {
    let draft = CodeScanDraft(scan, references: references)
    let write = { (step: CodeScanWrite) async throws(StoreError) -> Commit in
      var edit = Edit(audit: audit)
      edit.codeScan = step
      return try await commit(Change(chain: scan.projectID, edits: [edit]))
    }
    if let same = try await write(.begin(draft, within: limits)).codeScans.first { return same }
    do throws(StoreError) {
      for part in CodeScanParts(references) { _ = try await write(.add(draft: draft.id, references: part)) }
      let published = try await write(.publish(draft: draft.id, within: limits)).codeScans.first
      await sweepCodeScans(of: scan.projectID, audit: audit)
      guard let published else { throw .failed(reason: "\(scan.object) was written and not given back") }
      return published
    } catch {
      _ = try? await write(.discard(draft: draft.id))
      await sweepCodeScans(of: scan.projectID, audit: audit)
      throw error
    }
  }

  /// Removes what is known of a branch.
  ///
  /// - Throws: ``StoreError/notFound(object:)`` when nothing is known of it, and what else keeps a change from being
  ///   committed.
  public func removeCodeScan(
    projectID: String, repository: String, branch: String, audit: AuditEntry
  ) async throws(StoreError) {
    var edit = Edit(audit: audit)
    edit.codeScan = .remove(projectID: projectID, repository: repository, branch: branch)
    _ = try await commit(Change(chain: projectID, edits: [edit]))
    await sweepCodeScans(of: projectID, audit: audit)
  }

  /// Removes the rows that nobody sees any more, a part at a time; what cannot be removed now is left to the next call.
  private func sweepCodeScans(of projectID: String, audit: AuditEntry) async {
    var edit = Edit(audit: audit)
    edit.codeScan = .sweep(limit: CodeScanParts.rows)
    while let commit = try? await commit(Change(chain: projectID, edits: [edit])),
      commit.sweptRows == CodeScanParts.rows
    {}
  }
}
