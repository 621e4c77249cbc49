import SerinFlags
import Store

extension FlagService {
  /// Deletes a flag in the whole project, or brings a deleted one back with the same key, rules and salts.
  ///
  /// A deleted flag has left every answer and list, and is read-only; its versions and its history stay. One that was
  /// archived comes back archived.
  /// - Parameters:
  ///   - name: The flag's key, or the id of a deleted one.
  ///   - acknowledgesUse: Whether whoever deletes it knows that apps asked for it lately.
  /// - Returns: The flag as it is afterwards.
  /// - Throws: 404; of a deletion 409 that names the flags that refer to it or the changes of it that wait, and
  ///   `recentlyUsed`; of bringing it back 409 when its key belongs to another flag now, 422 when what it refers to is gone.
  @discardableResult
  func setDeleted(
    _ isDeleted: Bool, _ name: String, acknowledgesUse: Bool = false, in project: ProjectRecord, by caller: Caller,
    reason: String
  ) async throws(Problem) -> FlagRecord {
    try await changing(project) { () async throws(Problem) in
      let environments = keeper.state.environments(of: project)
      for _ in 0..<Self.attempts {
        guard let flag = try await flag(name, in: project) else {
          throw Problem(.flagNotFound, "project \"\(project.key)\" has no flag \"\(name)\"")
        }
        if !isDeleted { try await checkKeyCanReturn(to: flag, in: project) }
        if (flag.deletedAt != nil) == isDeleted { return flag }
        if flag.archivedAt != nil, probe == nil {
          // It has no answer to change, but its key can have another meaning afterwards.
          for environment in environments { try environment.checkReason(reason) }
        }
        if isDeleted {
          try await checkCanGo(flag, in: project, acknowledgesUse: acknowledgesUse)
        } else if flag.archivedAt == nil {
          try await checkReturn(of: flag, in: environments)
        }
        let edit = Self.deletion(isDeleted, of: flag, in: environments, by: caller, reason: reason)
        try checkReach(of: [edit], by: caller, in: project, environments)
        do throws(Problem) {
          try await commit(Change(chain: project.id, edits: [edit]))
        } catch {
          if case .conflict? = error.storeError { continue }
          throw error
        }
        return try await withStore { () async throws(StoreError) in try await store.flag(id: flag.id) } ?? flag
      }
      throw Problem(.conflict, "flag \"\(name)\" is being changed by others all the time; try again")
    }
  }

  /// Refuses to take a flag away that something needs.
  func checkCanGo(_ flag: FlagRecord, in project: ProjectRecord, acknowledgesUse: Bool) async throws(Problem) {
    let environments = keeper.state.environments(of: project)
    if flag.archivedAt == nil { try checkNothingRefers(to: flag.key, in: environments, when: "deleted") }
    try await checkNothingWaits(for: flag, in: project)
    try await checkNotInUse(flag, in: environments, isAcknowledged: acknowledgesUse)
  }

  /// The edit that deletes a flag or brings it back; items of an archived one are gone and stay so.
  static func deletion(
    _ isDeleted: Bool, of flag: FlagRecord, in environments: [EnvironmentRecord], by caller: Caller, reason: String
  ) -> Edit {
    var edit = Edit(
      audit: caller.entry(isDeleted ? "flag.delete" : "flag.undelete", "flag:\(flag.id)", reason: reason))
    edit.flag = FlagWrite(
      flag: flag, isArchived: flag.archivedAt != nil, isDeleted: isDeleted, expects: .version(flag.version))
    if flag.archivedAt == nil {
      edit.items = environments.map {
        ItemWrite(
          environmentID: $0.id, kind: .flag, id: flag.id, schema: FlagItem.schema, isGone: isDeleted, expects: .present)
      }
    }
    return edit
  }

  /// Refuses to bring a flag back while its key belongs to another one.
  /// - Throws: 409 that names the owner.
  private func checkKeyCanReturn(to flag: FlagRecord, in project: ProjectRecord) async throws(Problem) {
    let owners = try await owners(of: flag.key, in: project)
    guard owners.count > 1, let owner = owners.first, owner.deletedAt == nil else { return }
    let earlier = owners.filter { $0.deletedAt != nil && ($0.id == flag.id || flag.deletedAt == nil) }
    guard let first = earlier.first else { return }
    throw Problem(
      .conflict,
      "flag \(first.id) cannot have the key \"\(flag.key)\" back, which belongs to flag \(owner.id) now "
        + "(\(owner.lifecycle.rawValue)); delete that one first", members: ["owner": owner.ownership])
  }
}
