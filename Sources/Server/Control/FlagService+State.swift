import SerinFlags
import Store

extension FlagService {
  /// Kills a flag in one environment, or takes the kill back.
  ///
  /// A kill never waits for a version: whatever the flag is like at that instant, it is off afterwards. Doing it twice
  /// changes nothing the second time.
  func setKilled(
    _ isKilled: Bool, _ key: String, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> FlagView {
    // Found in memory when it is there, so that nothing stands between the click and the write.
    let served = keeper.state.rulesets[place.environment.id]?.flags[key]?.id
    let id: String
    if let served { id = served } else { id = try await editableView(key, in: place).flag.id }
    var edit = Edit(audit: caller.entry(isKilled ? "flag.kill" : "flag.unkill", "flag:\(id)", reason: reason))
    edit.items = [
      ItemWrite(
        environmentID: place.environment.id, kind: .flag, id: id, schema: FlagItem.schema, isKilled: isKilled,
        expects: .present)
    ]
    let change = Change(chain: place.project.id, edits: [edit])
    do throws(StoreError) { _ = try await commit(change) } catch { throw Problem(committing: error) }
    return try await view(key, in: place)
  }

  /// Archives a flag in the whole project, or takes that back with the same rules and salts.
  /// - Throws: 409 that names them when others refer to a flag that shall be archived; 422 when one that shall come back
  ///   would refer to what is gone meanwhile.
  func setArchived(
    _ isArchived: Bool, _ key: String, in project: ProjectRecord, by caller: Caller, reason: String
  ) async throws(Problem) {
    try await changing(project) { () async throws(Problem) in
      let environments = keeper.state.environments(of: project)
      try await setArchivedNow(isArchived, key, in: project, environments: environments, by: caller, reason: reason)
    }
  }

  private func setArchivedNow(
    _ isArchived: Bool, _ key: String, in project: ProjectRecord, environments: [EnvironmentRecord], by caller: Caller,
    reason: String
  ) async throws(Problem) {
    for _ in 0..<Self.attempts {
      let found = try await withStore { () async throws(StoreError) in
        try await store.flag(projectID: project.id, key: key)
      }
      guard let flag = found else { throw Problem(.flagNotFound, "project \"\(project.key)\" has no flag \"\(key)\"") }
      if (flag.archivedAt != nil) == isArchived { return }
      if isArchived {
        try checkNothingRefers(to: key, in: environments)
      } else {
        try await checkReferences(of: flag, in: environments)
      }
      var edit = Edit(
        audit: caller.entry(isArchived ? "flag.archive" : "flag.unarchive", "flag:\(flag.id)", reason: reason))
      edit.flag = FlagWrite(flag: flag, isArchived: isArchived, expects: .version(flag.version))
      edit.items = environments.map {
        ItemWrite(
          environmentID: $0.id, kind: .flag, id: flag.id, schema: FlagItem.schema, isGone: isArchived, expects: .present
        )
      }
      do throws(StoreError) {
        _ = try await commit(Change(chain: project.id, edits: [edit]))
        return
      } catch {
        if case .conflict = error { continue }
        throw Problem(committing: error)
      }
    }
    throw Problem(.conflict, "flag \"\(key)\" is being changed by others all the time; try again")
  }
}
