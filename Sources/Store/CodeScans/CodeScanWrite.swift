/// A step of writing the references of one branch of a repository, or of removing them.
///
/// A scan may have thousands of places. They are written in several changes, so that no other change waits for all of
/// them; ``ConfigurationStore/replaceCodeScan(by:references:within:audit:)`` does the steps in their order.
public enum CodeScanWrite: Sendable, Hashable {
  /// Begins a scan that nobody sees yet, or gives the branch's present one in ``Commit/codeScans`` when that says the
  /// same; nothing is written then.
  case begin(CodeScanDraft, within: CodeScanLimits)
  /// Adds places to a scan that was begun. No two of a scan may have the same flag, file, line and column.
  case add(draft: String, references: [CodeReferenceRecord])
  /// Puts a scan that was begun in the place of the branch's last one, once all of its places are there.
  case publish(draft: String, within: CodeScanLimits)
  /// Gives up a scan that was begun; nothing happens when there is none of that name.
  case discard(draft: String)
  /// Removes what is known of a branch. Readers miss it at once; the places themselves go by sweeping.
  case remove(projectID: String, repository: String, branch: String)
  /// Removes up to so many rows of scans that nobody sees any more, of any project, and counts them in
  /// ``Commit/sweptRows``.
  case sweep(limit: Int64)
}

extension CodeScanWrite {
  /// The texts by the names that errors have for them.
  package var texts: [(name: String, text: String?)] {
    switch self {
    case .begin(let draft, _):
      [
        ("draft", draft.id), ("repository", draft.scan.repository), ("branch", draft.scan.branch),
        ("commit", draft.scan.commit), ("link", draft.scan.link),
      ]
    case .add(let draft, let references):
      [("draft", draft)]
        + references.flatMap {
          [("flagKey", $0.flagKey), ("file", $0.file), ("kind", $0.kind), ("snippet", $0.snippet)]
        }
    case .publish(let draft, _), .discard(let draft): [("draft", draft)]
    case .remove(_, let repository, let branch): [("repository", repository), ("branch", branch)]
    case .sweep: []
    }
  }
}
