import SerinFlags
import Store

/// What can be done with the places in code that name flags.
struct CodeReferenceService: Sendable {
  /// How many branches of repositories a project may have; each is as large as its code.
  static let maximumScans = 500

  let store: any ConfigurationStore
  let keeper: RulesetKeeper

  /// The scans of a project.
  func scans(of project: ProjectRecord) async throws(Problem) -> [CodeScanRecord] {
    try await withStore { () async throws(StoreError) in try await store.codeScans(projectID: project.id) }
  }

  /// Puts a scan in the place of its branch's last one.
  ///
  /// - Returns: the scan as it is stored; the same one again is not written a second time.
  /// - Throws: 409 when the project has too many branches already.
  func replace(
    by upload: CodeScanUpload, in project: ProjectRecord, by caller: Caller, reason: String
  ) async throws(Problem) -> CodeScanRecord {
    let write = CodeScanWrite.replace(upload.scan, references: upload.references)
    return try await keeper.gate.pass(project.id) { () async throws(Problem) in
      let scans = try await scans(of: project)
      guard scans.contains(where: { $0.isSameBranch(as: upload.scan) }) || scans.count < Self.maximumScans else {
        throw Problem(
          .conflict, "the project has references of \(scans.count) branches already; delete one that is gone")
      }
      try await commit(write, "code.replace", in: project, by: caller, reason: reason)
      guard let stored = try await self.scans(of: project).first(where: { $0.isSameBranch(as: upload.scan) }) else {
        throw Problem(.internalError, "the references were saved but cannot be read back")
      }
      return stored
    }
  }

  /// Removes what is known of a branch.
  func remove(
    repository: String, branch: String, in project: ProjectRecord, by caller: Caller, reason: String
  ) async throws(Problem) {
    let write = CodeScanWrite.remove(projectID: project.id, repository: repository, branch: branch)
    try await commit(write, "code.remove", in: project, by: caller, reason: reason)
  }

  private func commit(
    _ write: CodeScanWrite, _ action: String, in project: ProjectRecord, by caller: Caller, reason: String
  ) async throws(Problem) {
    var edit = Edit(audit: caller.entry(action, write.object, reason: reason))
    edit.codeScan = write
    do throws(StoreError) {
      _ = try await store.commit(Change(chain: project.id, edits: [edit]))
    } catch {
      throw Problem(committing: error)
    }
  }
}

extension CodeScanRecord {
  /// The scan as the control API shows it.
  var json: JSONObject {
    [
      "repository": .string(repository), "branch": .string(branch), "commit": .string(commit),
      "link": link.map(JSONValue.string) ?? .null, "updatedAt": .string(Instants.text(updatedAt)),
    ]
  }
}

extension FlagReferences.Scan {
  /// The places as the control API shows them, each with its address where the scan has a link.
  var json: JSONValue {
    let link = scan.link.map(LineLink.init)
    var object = scan.json
    object["references"] = .array(
      references.map { reference in
        var place: JSONObject = [
          "file": .string(reference.file), "line": .number(Double(reference.line)),
          "column": .number(Double(reference.column)), "kind": .string(reference.kind),
          "snippet": .string(reference.snippet),
        ]
        if let link {
          place["url"] = .string(
            link.address(
              of: (reference.file, reference.line, reference.column), commit: scan.commit, branch: scan.branch))
        }
        return .object(place)
      })
    return .object(object)
  }
}
