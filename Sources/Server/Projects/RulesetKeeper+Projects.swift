import Store

extension RulesetKeeper {
  /// Writes an edit of projects or environments and takes it in.
  ///
  /// - Returns: Whether it was written; when somebody else was faster it was not, and what they wrote is taken in.
  /// - Throws: what the store says, and 503 when what was written cannot be read now.
  func commitUnlessOutrun(_ edit: Edit, in chain: String) async throws(Problem) -> Bool {
    do throws(StoreError) {
      _ = try await store.commit(Change(chain: chain, edits: [edit]))
    } catch .conflict {
      try await refreshProjects()
      return false
    } catch {
      throw NameRules.problem(error)
    }
    try await reloadAfterChange()
    return true
  }

  /// Takes in what another server on the same store may have written.
  func refreshProjects() async throws(Problem) {
    try await withStore { () async throws(StoreError) in try await reloadProjects() }
  }
}
