import SerinFlags
import Store

/// What can be done with environments themselves.
struct EnvironmentService: Sendable {
  let store: any ConfigurationStore
  let keeper: RulesetKeeper

  /// What protection means, for those who ask for it.
  static let protectionText =
    "Whether changes need the approval of somebody else; kills do not, but take a releaser of the environment or an admin."

  /// The largest number of approvals that can be asked for.
  static let maximumApprovals: Int64 = 10

  /// What people write about an environment; what is nil stays as it is.
  struct Fields: Sendable {
    var key: String?
    var name: String?
    var position: Int64?
    var isProtected: Bool?
    var approvalsNeeded: Int64?

    /// The environment with these fields.
    /// - Throws: 422 that names the field.
    func applied(to environment: EnvironmentRecord) throws(Problem) -> EnvironmentRecord {
      var next = environment
      if let key {
        try NameRules.checkKey(key, path: "key")
        next.key = key
      }
      if let name { next.name = try NameRules.name(name, path: "name") }
      if let position { next.position = position }
      if let isProtected { next.isProtected = isProtected }
      if let approvalsNeeded { next.approvalsNeeded = approvalsNeeded }
      return next
    }
  }

  /// Creates an environment with every flag of the project.
  ///
  /// - Parameters:
  ///   - source: The environment whose flags and segments it gets, with their rule ids and salts, so that everybody is
  ///     in the same group; nil for flags without rules that are off, except that a kill switch has its default.
  /// - Throws: 422 for a bad field, 409 when the key is taken or there are too many.
  func create(
    _ fields: Fields, copying source: EnvironmentRecord?, in project: ProjectRecord, by caller: Caller, reason: String
  ) async throws(Problem) -> EnvironmentRecord {
    try await keeper.gate.pass(project.id) { () async throws(Problem) in
      let existing = keeper.state.environments(of: project)
      guard existing.count < ProjectService.maximumEnvironments else {
        throw Problem(
          .conflict,
          "the project has \(existing.count) environments, and more than "
            + "\(ProjectService.maximumEnvironments) are not possible")
      }
      let blank = EnvironmentRecord(
        id: RecordID.make(prefix: "e_"), number: 0, projectID: project.id, key: "", name: fields.key ?? "",
        position: (existing.map(\.position).max() ?? -1) + 1, createdAt: 0)
      let environment = try fields.applied(to: blank)
      var edit = Edit(audit: caller.entry("environment.create", "environment:\(environment.id)", reason: reason))
      edit.environments = [.create(environment)]
      edit.items = try await contents(for: environment, copying: source, like: existing.first, in: project)
      try await commit(edit, in: project)
      return try found(environment.id)
    }
  }

  /// Removes an environment in which nobody has set anything and for which there is no key.
  /// - Throws: 409 that says what it still has.
  func remove(
    _ environment: EnvironmentRecord, in project: ProjectRecord, by caller: Caller, reason: String
  ) async throws(Problem) {
    try await keeper.gate.pass(project.id) { () async throws(Problem) in
      guard keeper.state.environments(of: project).count > 1 else {
        throw Problem(.conflict, "\"\(environment.key)\" is the project's only environment; remove the project instead")
      }
      let keys = try await withStore { () async throws(StoreError) in try await store.tokens(projectID: project.id) }
      let usable = keys.filter { $0.environmentID == environment.id && $0.revokedAt == nil }
      let flags = keeper.state.rulesets[environment.id]?.flags.map(\.value.entry) ?? []
      let set = flags.filter { $0.definition?.isSet ?? true }
      let segments = keeper.state.rulesets[environment.id]?.segments.map(\.key) ?? []
      try NameRules.checkEmpty(
        "environment \"\(environment.key)\"",
        usable.map { "key \($0.id) (\($0.name))" } + set.map { "flag \"\($0.key)\" with rules, killed or on" }
          + segments.map { "segment \"\($0)\"" })
      var edit = Edit(audit: caller.entry("environment.remove", "environment:\(environment.id)", reason: reason))
      edit.environments = [.remove(id: environment.id)]
      try await commit(edit, in: project)
    }
  }

  /// The items of a new environment.
  private func contents(
    for environment: EnvironmentRecord, copying source: EnvironmentRecord?, like first: EnvironmentRecord?,
    in project: ProjectRecord
  ) async throws(Problem) -> [ItemWrite] {
    guard let origin = source ?? first else { return [] }
    let items = try await withStore { () async throws(StoreError) in
      try await store.items(environmentID: origin.id, after: 0).items
    }
    if source != nil { try Self.refuseLongLists(items, of: origin) }
    var writes: [ItemWrite] = []
    for item in items {
      switch item.kind {
      case .token, .list: continue
      case .segment where source == nil || item.isGone: continue
      case .segment, .flag: break
      }
      var document = item.document
      if source == nil {
        do throws(JSONError) {
          let json = try JSONValue(parsing: Array(document.utf8), options: .lenient).objectValue ?? [:]
          document = FlagItem.withoutRules(json).text
        } catch {
          throw Problem(.internalError, "the stored document of \(item.id) cannot be read: \(error)")
        }
      }
      writes.append(
        ItemWrite(
          environmentID: environment.id, kind: item.kind, id: item.id, schema: item.schema, document: document,
          isKilled: source != nil && item.isKilled, isGone: item.isGone, expects: .absent))
    }
    return writes
  }

  /// Long lists cannot be copied: their hashes are made with the environment's id, and the ids are not kept.
  /// - Throws: 409 that names the segments.
  private static func refuseLongLists(_ items: [ItemRecord], of source: EnvironmentRecord) throws(Problem) {
    let keys = items.filter { $0.kind == .segment && !$0.isGone && !SegmentEntry($0).listDigests.isEmpty }.map(\.id)
    guard !keys.isEmpty else { return }
    throw Problem(
      .conflict,
      "\"\(source.key)\" cannot be copied: the ids of \(keys.joined(separator: ", ")) are kept as hashes that hold there "
        + "only; create the environment without copyFrom, upload the lists, then apply the ruleset")
  }

  /// The environment as memory has it now.
  /// - Throws: 404 when it is gone.
  func found(_ id: String) throws(Problem) -> EnvironmentRecord {
    guard let ruleset = keeper.state.rulesets[id] else {
      throw Problem(.notFound, "the environment was removed by somebody else just now")
    }
    return ruleset.environment
  }

  private func commit(_ edit: Edit, in project: ProjectRecord) async throws(Problem) {
    do throws(StoreError) {
      _ = try await store.commit(Change(chain: project.id, edits: [edit]))
    } catch {
      throw NameRules.problem(error)
    }
    try await keeper.reloadAfterChange()
  }
}

extension FlagDefinition {
  /// Whether somebody set something here: rules, prerequisites, a kill, or that everybody gets something.
  ///
  /// A kill switch has its default wherever it is new.
  fileprivate var isSet: Bool {
    !rules.isEmpty || !prerequisites.isEmpty || isKilled || (kind != .killSwitch && !self.default.hasSameBytes(as: off))
  }
}
