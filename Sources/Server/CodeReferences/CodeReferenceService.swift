import Store

/// What can be done with the places in code that name flags.
struct CodeReferenceService: Sendable {
  let store: any ConfigurationStore
  /// How much a project may have on record.
  var limits = CodeScanLimits.standard
  /// The uploads of one project, one after another: what is half written is one scan at most.
  ///
  /// No change of flags passes here, so none waits for an upload.
  var gate = ChangeGate()

  /// The scans of a project.
  func scans(of project: ProjectRecord) async throws(Problem) -> [CodeScanRecord] {
    try await withStore { () async throws(StoreError) in try await store.codeScans(projectID: project.id) }
  }

  /// Puts a scan in the place of its branch's last one.
  ///
  /// - Returns: the scan as it is stored; the same one again is not written a second time.
  /// - Throws: 409 when the project would have too many branches, or too many bytes of places.
  func replace(
    by upload: CodeScanUpload, in project: ProjectRecord, by caller: Caller, reason: String
  ) async throws(Problem) -> CodeScanRecord {
    let entry = caller.entry("code.replace", upload.scan.object, reason: reason)
    return try await gate.pass(project.id) { () async throws(Problem) in
      do throws(StoreError) {
        return try await store.replaceCodeScan(
          by: upload.scan, references: upload.references, within: limits, audit: entry)
      } catch .overLimit(let what, let found, let allowed) {
        throw Problem(
          .conflict,
          "the project would have \(found) \(what); at most \(allowed) are kept. Delete a branch that is gone")
      } catch {
        throw Problem(committing: error)
      }
    }
  }

  /// Removes what is known of a branch.
  ///
  /// - Throws: 404 when nothing is known of it.
  func remove(
    repository: String, branch: String, in project: ProjectRecord, by caller: Caller, reason: String
  ) async throws(Problem) {
    let named = CodeScanRecord(projectID: project.id, repository: repository, branch: branch, commit: "")
    let entry = caller.entry("code.remove", named.object, reason: reason)
    do throws(StoreError) {
      try await store.removeCodeScan(projectID: project.id, repository: repository, branch: branch, audit: entry)
    } catch {
      throw Problem(committing: error)
    }
  }
}
