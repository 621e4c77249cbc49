import SerinFlags
import Store

/// What can be done with projects themselves.
struct ProjectService: Sendable {
  let store: any ConfigurationStore
  let keeper: RulesetKeeper

  /// The environments of a project to begin with.
  static let firstEnvironments = ["development", "staging", "production"]
  /// How many environments a project may have; each holds every flag.
  static let maximumEnvironments = 50

  /// Creates a project with its environments.
  ///
  /// - Parameter environments: The environments' keys in their order; nil for the usual three.
  /// - Throws: 422 for a bad key or name, 409 when the key is taken.
  func create(
    _ key: String, name: String?, environments: [String]?, by caller: Caller, reason: String
  ) async throws(Problem) -> ProjectRecord {
    try NameRules.checkKey(key, path: "key")
    let project = ProjectRecord(
      id: RecordID.make(prefix: "p_"), key: key, name: try NameRules.name(name ?? key, path: "name"), createdAt: 0)
    let keys = environments ?? Self.firstEnvironments
    guard (1...Self.maximumEnvironments).contains(keys.count) else {
      throw Problem(path: "environments", message: "must be 1 to \(Self.maximumEnvironments) keys, not \(keys.count)")
    }
    for (index, key) in keys.enumerated() {
      try NameRules.checkKey(key, path: "environments[\(index)]")
      guard !keys[..<index].contains(where: { $0.hasSameBytes(as: key) }) else {
        throw Problem(path: "environments[\(index)]", message: "\"\(key)\" is named twice")
      }
    }
    var edit = Edit(audit: caller.entry("project.create", "project:\(project.id)", reason: reason))
    edit.project = .create(project)
    edit.environments = keys.enumerated().map { position, key in
      .create(
        EnvironmentRecord(
          id: RecordID.make(prefix: "e_"), number: 0, projectID: project.id, key: key, name: key,
          position: Int64(position), createdAt: 0))
    }
    try await commit(edit, in: project.id)
    return try found(project.id)
  }

  /// Changes the key or name of a project; what is nil stays.
  ///
  /// When the project has changed since `version`, what only one side changed is kept from that side.
  /// - Parameter version: The version that the edit started from; nil for whatever is there.
  /// - Throws: 412 with who changed what and when where both changed the same, 409 when the key is taken.
  func update(
    _ project: ProjectRecord, key: String?, name: String?, version: Int64?, by caller: Caller, reason: String
  ) async throws(Problem) -> ProjectRecord {
    if let key { try NameRules.checkKey(key, path: "key") }
    var edited: JSONObject = [:]
    if let key { edited["key"] = .string(key) }
    if let name { edited["name"] = .string(try NameRules.name(name, path: "name")) }
    for _ in 0..<FlagService.attempts {
      // Another server on the same store may know more.
      if let version, try found(project.id).version < version { try await keeper.refreshProjects() }
      let current = try found(project.id)
      let state = AuditedThing.State(
        version: current.version, members: ["key": .string(current.key), "name": .string(current.name)])
      let changes = try await Self.thing(current).changes(edited, from: version, to: state, store: store)
      var wanted = current
      if let key = changes["key"]?.stringValue { wanted.key = key }
      if let name = changes["name"]?.stringValue { wanted.name = name }
      guard wanted != current else { return current }
      var edit = Edit(audit: caller.entry("project.update", "project:\(project.id)", reason: reason))
      edit.project = .update(wanted, expects: .version(current.version))
      guard try await keeper.commitUnlessOutrun(edit, in: project.id) else { continue }
      return try found(project.id)
    }
    throw Problem(.conflict, "project \"\(project.key)\" is being changed by others all the time; try again")
  }

  private static func thing(_ project: ProjectRecord) -> AuditedThing {
    AuditedThing(subject: "project \"\(project.key)\"", chain: project.id, object: "project:\(project.id)") {
      AuditedThing.State($0["project"], members: ["key", "name"])
    }
  }

  /// Removes a project without flags and keys.
  /// - Throws: 409 that says what it still has.
  func remove(_ project: ProjectRecord, by caller: Caller, reason: String) async throws(Problem) {
    try await keeper.gate.pass(project.id) { () async throws(Problem) in
      let (flags, keys) = try await withStore { () async throws(StoreError) in
        (try await store.flags(projectID: project.id), try await store.tokens(projectID: project.id))
      }
      let live = flags.filter { $0.archivedAt == nil }.map { "flag \"\($0.key)\"" }
      let usable = keys.filter { $0.revokedAt == nil }.map { "key \($0.id) (\($0.name))" }
      try NameRules.checkEmpty("project \"\(project.key)\"", live + usable)
      var edit = Edit(audit: caller.entry("project.remove", "project:\(project.id)", reason: reason))
      edit.environments = keeper.state.environments(of: project).map { .remove(id: $0.id) }
      edit.project = .remove(id: project.id)
      // In the instance's log: the project's own can be read no more.
      try await commit(edit, in: AuditChain.instance)
    }
  }

  private func found(_ id: String) throws(Problem) -> ProjectRecord {
    guard let project = keeper.state.projects.first(where: { $0.id.hasSameBytes(as: id) }) else {
      throw Problem(.notFound, "the project was removed by somebody else just now")
    }
    return project
  }

  private func commit(_ edit: Edit, in chain: String) async throws(Problem) {
    do throws(StoreError) {
      _ = try await store.commit(Change(chain: chain, edits: [edit]))
    } catch {
      throw NameRules.problem(error)
    }
    try await keeper.reloadAfterChange()
  }
}
