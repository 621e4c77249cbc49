/// The references of one branch of a repository to replace or to remove, all of them at once.
public enum CodeScanWrite: Sendable, Hashable {
  /// Puts a scan in the place of the branch's last one. The store sets its time and counts its references.
  ///
  /// No two references may have the same flag, file, line and column.
  case replace(CodeScanRecord, references: [CodeReferenceRecord])
  /// Removes what is known of a branch.
  case remove(projectID: String, repository: String, branch: String)
}

extension CodeScanWrite {
  /// The scan, as errors name it.
  package var object: String {
    switch self {
    case .replace(let scan, _): "code:\(scan.repository)@\(scan.branch)"
    case .remove(_, let repository, let branch): "code:\(repository)@\(branch)"
    }
  }

  /// The texts by the names that errors have for them.
  package var texts: [(name: String, text: String?)] {
    switch self {
    case .replace(let scan, let references):
      [
        ("repository", scan.repository), ("branch", scan.branch), ("commit", scan.commit), ("link", scan.link),
      ]
        + references.flatMap {
          [("flagKey", $0.flagKey), ("file", $0.file), ("kind", $0.kind), ("snippet", $0.snippet)]
        }
    case .remove(_, let repository, let branch): [("repository", repository), ("branch", branch)]
    }
  }
}
