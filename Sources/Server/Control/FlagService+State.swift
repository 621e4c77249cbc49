import SerinFlags
import Store

extension FlagService {
  /// Kills a flag in one environment, or takes the kill back.
  ///
  /// A kill never waits for a version: whatever the flag is like at that instant, it is off afterwards. Doing it twice
  /// changes nothing the second time.
  ///
  /// In a protected environment a kill needs no approval, and neither does taking one's own kill back within a minute.
  func setKilled(
    _ isKilled: Bool, _ key: String, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> FlagView {
    // Found in memory when it is there, so that nothing stands between the click and the write.
    let served = keeper.state.rulesets[place.environment.id]?.flags[key]?.id
    let id: String
    if let served { id = served } else { id = try await editableView(key, in: place).flag.id }
    var service = self
    var action = isKilled ? "flag.kill" : "flag.unkill"
    var expects = Expectation.present
    if isKilled {
      service.authority.admits(place.environment)
    } else if place.environment.isProtected, !authority.covers(place.environment),
      let killed = try await ownKill(of: id, in: place, by: caller)
    {
      service.authority.admits(place.environment)
      action = Self.undoneKill
      expects = .version(killed)
    }
    var edit = Edit(audit: caller.entry(action, "flag:\(id)", reason: reason))
    edit.items = [
      ItemWrite(
        environmentID: place.environment.id, kind: .flag, id: id, schema: FlagItem.schema, isKilled: isKilled,
        expects: expects)
    ]
    try await service.commit(Change(chain: place.project.id, edits: [edit]))
    return try await view(key, in: place)
  }

  /// How the audit log calls it when somebody takes their own kill back without approval.
  static let undoneKill = "flag.undoKill"

  /// How long after a kill whoever killed may take it back without approval, in milliseconds.
  static let undoTime: Int64 = 60_000

  /// The version of a flag that is killed by `caller` since less than a minute; nil when it is not.
  private func ownKill(of id: String, in place: Place, by caller: Caller) async throws(Problem) -> Int64? {
    let environmentID = place.environment.id
    let found = try await withStore { () async throws(StoreError) -> (version: Int64, by: String)? in
      guard let item = try await store.item(environmentID: environmentID, kind: .flag, id: id), item.isKilled
      else { return nil }
      let versions = try await store.itemHistory(
        environmentID: environmentID, kind: .flag, id: id,
        newest: HistoryWindow(versions: max(1, item.version - 50)...item.version, rows: 51))
      // What else was changed while it was killed does not matter: the kill is the first of the last killed versions.
      guard let kill = versions.prefix(while: { $0.item.isKilled }).last, kill.author.action == "flag.kill",
        keeper.now.microseconds / 1000 - kill.author.at <= Self.undoTime
      else { return nil }
      return (item.version, kill.author.actor)
    }
    guard let found, let identity = caller.identity, let person = try await person(named: found.by),
      person.hasSameBytes(as: identity)
    else { return nil }
    return found.version
  }

  /// The person whom the audit log names: the account, also where one of its tokens was used, else the token.
  private func person(named actor: String) async throws(Problem) -> String? {
    guard actor.hasPrefix("token:") else { return actor.hasPrefix("account:") ? actor : nil }
    let tokens = try await withStore { () async throws(StoreError) in try await store.tokens(projectID: nil) }
    let token = tokens.first { actor.dropFirst("token:".count).utf8.elementsEqual($0.id.utf8) }
    return token?.accountID.map { "account:" + $0 } ?? actor
  }

  /// Archives a flag in the whole project, or takes that back with the same rules and salts.
  /// - Throws: 403 for somebody who may not edit in each of the environments; 409 that names them when others refer to a
  ///   flag that shall be archived; 422 when one that shall come back would refer to what is gone meanwhile.
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
      guard let flag = try await flag(key, in: project) else {
        throw Problem(.flagNotFound, "project \"\(project.key)\" has no flag \"\(key)\"")
      }
      if flag.deletedAt != nil { throw Self.isDeleted(flag) }
      if (flag.archivedAt != nil) == isArchived { return }
      if isArchived {
        try checkNothingRefers(to: key, in: environments, when: "archived")
      } else {
        try await checkReturn(of: flag, in: environments)
      }
      var edit = Edit(
        audit: caller.entry(isArchived ? "flag.archive" : "flag.unarchive", "flag:\(flag.id)", reason: reason))
      edit.flag = FlagWrite(flag: flag, isArchived: isArchived, expects: .version(flag.version))
      edit.items = environments.map {
        ItemWrite(
          environmentID: $0.id, kind: .flag, id: flag.id, schema: FlagItem.schema, isGone: isArchived, expects: .present
        )
      }
      try checkReach(of: [edit], by: caller, in: project, environments)
      do throws(Problem) {
        try await commit(Change(chain: project.id, edits: [edit]))
        return
      } catch {
        if case .conflict? = error.storeError { continue }
        throw error
      }
    }
    throw Problem(.conflict, "flag \"\(key)\" is being changed by others all the time; try again")
  }
}

extension Caller {
  /// The account or the token behind it, by its id; nil for the server itself, whose kills are nobody's own.
  fileprivate var identity: String? { access == nil ? nil : person }
}
