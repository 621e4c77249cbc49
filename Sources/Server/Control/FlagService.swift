import SerinFlags
import Store

/// What can be done with flags, whoever asks: the control API, the first start, later the panel.
struct FlagService: Sendable {
  let store: any ConfigurationStore
  let keeper: RulesetKeeper
  /// What knows which apps asked for a flag lately; nil where nobody counts.
  var usage: (any FlagUsageSource)?
  /// What lets its changes into protected environments.
  var authority = ChangeAuthority.none
  /// What is written in the same transaction as the next change.
  var companion: ChangeCompanion?
  /// Takes changes down instead of having them written.
  var probe: ChangeProbe?
  /// How many ids the long lists of a node may have together.
  var listLimit = SegmentService.nodeLimit

  init(store: any ConfigurationStore, keeper: RulesetKeeper, usage: (any FlagUsageSource)? = nil) {
    self.store = store
    self.keeper = keeper
    self.usage = usage
  }

  /// How often an edit is tried again when somebody else was faster.
  static let attempts = 8

  /// A flag in an environment, archived or deleted or neither.
  /// - Throws: 404 when the project never had it.
  func view(_ key: String, in place: Place) async throws(Problem) -> FlagView {
    guard let flag = try await flag(key, in: place.project) else {
      throw Problem(.flagNotFound, "project \"\(place.project.key)\" has no flag \"\(key)\"")
    }
    return try await view(flag, in: place.environment)
  }

  /// A flag that can be edited.
  /// - Throws: 409 when it is archived or deleted, or when a newer version of Serin wrote it: this one would lose what it does not
  ///   know.
  func editableView(_ key: String, in place: Place) async throws(Problem) -> FlagView {
    let view = try await view(key, in: place)
    switch view.flag.lifecycle {
    case .active: break
    case .archived: throw Problem(.conflict, "flag \"\(key)\" is archived; unarchive it first")
    case .deleted: throw Self.isDeleted(view.flag)
    }
    guard view.item.schema <= FlagItem.schema else {
      throw Problem(.conflict, "flag \"\(key)\" was written by a newer version of Serin; edit it there")
    }
    return view
  }

  /// The problem of an edit of a deleted flag.
  static func isDeleted(_ flag: FlagRecord) -> Problem {
    Problem(.conflict, "flag \"\(flag.key)\" (\(flag.id)) is deleted and cannot be changed; undelete it first")
  }

  /// The view of a flag whose own fields are at hand.
  func view(_ flag: FlagRecord, in environment: EnvironmentRecord) async throws(Problem) -> FlagView {
    let item = try await withStore { () async throws(StoreError) in
      try await store.item(environmentID: environment.id, kind: .flag, id: flag.id)
    }
    guard let item else {
      throw Problem(.flagNotFound, "flag \"\(flag.key)\" does not exist in environment \"\(environment.key)\"")
    }
    return try FlagView(flag: flag, item: item, environment: environment)
  }

  /// Every flag and segment of an environment, with the epoch and revision that they are at.
  func contents(of place: Place, includesArchived: Bool) async throws(Problem) -> EnvironmentContents {
    let flags = try await withStore { () async throws(StoreError) in
      try await store.flags(projectID: place.project.id)
    }
    let delta = try await withStore { () async throws(StoreError) in
      try await store.items(environmentID: place.environment.id, after: 0)
    }
    let items = Dictionary(
      delta.items.lazy.filter { $0.kind == .flag }.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    var views: [FlagView] = []
    for flag in flags where includesArchived || flag.archivedAt == nil {
      if let item = items[flag.id] {
        views.append(try FlagView(flag: flag, item: item, environment: place.environment))
      }
    }
    let segments = delta.items.filter { $0.kind == .segment }.map(SegmentView.init)
    return EnvironmentContents(
      flags: views, segments: segments.sorted { $0.key.precedesInBytes($1.key) }, epoch: delta.epoch,
      revision: delta.environment.revision)
  }

  /// Runs a change of a project when no other one runs; one that is only looked at waits for nobody.
  func changing<R>(
    _ project: ProjectRecord, _ body: () async throws(Problem) -> R
  ) async throws(Problem) -> R {
    guard probe == nil else { return try await body() }
    return try await keeper.gate.pass(project.id, body)
  }

  /// Writes a change and takes it in, so that the next evaluation sees it.
  ///
  /// Every change of flags and segments passes here, whoever makes it: this is where protected environments are guarded.
  /// - Parameter environment: Where it is made; nil for what is made in no environment, and for what needs no reason.
  /// - Throws: 403 `approvalRequired`; 422 where a protected environment needs a reason; 409 when the long lists would have
  ///   too many ids; what the store says, with its own words in ``Problem/storeError``.
  @discardableResult
  func commit(_ change: Change, in environment: EnvironmentRecord? = nil) async throws(Problem) -> Commit {
    try checkRoom(after: change)
    if let probe {
      if probe.isGuarded { _ = try authority.admit(change, in: keeper.state) }
      return probe.take(change)
    }
    let bare = change
    let change = try companion?.joined(to: change) ?? change
    let admitted = try authority.admit(change, in: keeper.state)
    try ChangeAuthority.checkReasons(of: bare, in: environment, keeper.state)
    let commit: Commit
    do throws(StoreError) { commit = try await store.commit(admitted) } catch { throw Problem(committing: error) }
    companion?.noteWritten()
    let touched = Set(change.edits.flatMap { $0.items.map(\.environmentID) })
    await keeper.take(commit, touching: Array(touched))
    return commit
  }

  /// Creates a flag in every environment of the project: in `place` as the document says, elsewhere without rules and
  /// prerequisites and off for everybody, except that a kill switch has its default.
  ///
  /// A key belongs to the flag that got it first, archived and deleted ones included.
  /// - Parameter reuse: The wish to take it over from such a one.
  /// - Throws: 409 that says who has or had the key; 422 for a bad document.
  func create(
    _ key: String, document: JSONValue, reusing reuse: KeyReuse? = nil, in place: Place, by caller: Caller,
    reason: String
  ) async throws(Problem) -> FlagView {
    guard KeyGrammar.isValidKey(key) else {
      throw Problem(path: "key", message: "\"\(key)\" is not a key; \(KeyGrammar.rule)")
    }
    let definition = try Self.definition(key, Self.completed(document))
    return try await changing(place.project) { () async throws(Problem) in
      try await create(key, definition, reusing: reuse, in: try now(place), by: caller, reason: reason)
    }
  }

  private func create(
    _ key: String, _ definition: FlagDefinition, reusing reuse: KeyReuse?, in place: Place, by caller: Caller,
    reason: String
  ) async throws(Problem) -> FlagView {
    let owners = try await owners(of: key, in: place.project)
    let handover = try await handover(from: owners, to: definition, reuse, in: place, by: caller)
    try checkReferences(in: place.environment, after: [.flag(FlagEntry(definition))])
    var edit = Self.creation(key, definition, in: place, by: caller, reason: reason)
    edit.flag?.reusesKey = !owners.isEmpty
    try checkReach(of: [edit], by: caller, in: place)
    do throws(Problem) {
      let edits = [handover, edit].compactMap(\.self)
      try await commit(Change(chain: place.project.id, edits: edits), in: place.environment)
    } catch {
      if case .duplicate? = error.storeError {
        throw Problem(.conflict, "flag \"\(key)\" was created by somebody else just now")
      }
      throw error
    }
    if probe != nil { return try Self.uncommitted(edit, in: place) }
    return try await view(key, in: place)
  }

  /// The edit that creates a flag.
  static func creation(
    _ key: String, _ definition: FlagDefinition, in place: Place, by caller: Caller, reason: String
  ) -> Edit {
    creation(
      key, [place.environment.id: definition], like: definition, in: place.project, place.environments, by: caller,
      reason: reason)
  }

  /// The edit that creates a flag as the definitions by environment id say.
  ///
  /// - Parameter model: One of them: the other environments get it without rules and off.
  static func creation(
    _ key: String, _ definitions: [String: FlagDefinition], like model: FlagDefinition, in project: ProjectRecord,
    _ environments: [EnvironmentRecord], by caller: Caller, reason: String
  ) -> Edit {
    let document = model.json.objectValue ?? [:]
    let id = RecordID.make(prefix: "f_")
    var edit = Edit(audit: caller.entry("flag.create", "flag:\(id)", reason: reason))
    edit.flag = FlagWrite(
      flag: FlagItem.record(
        FlagRecord(id: id, projectID: project.id, key: key, kind: model.kind.rawValue, owner: ""), with: document),
      expects: .absent)
    let elsewhere = FlagItem.withoutRules(FlagItem.document(from: document, key: key))
    for environment in environments {
      let here = definitions[environment.id]
      let item = here.map { FlagItem.document(from: $0.json.objectValue ?? [:], key: key) } ?? elsewhere
      edit.items.append(
        ItemWrite(
          environmentID: environment.id, kind: .flag, id: id, schema: FlagItem.schema, document: item.text,
          isKilled: here?.isKilled ?? false, expects: .absent))
    }
    return edit
  }

  /// The flag that an edit would create.
  private static func uncommitted(_ edit: Edit, in place: Place) throws(Problem) -> FlagView {
    guard let flag = edit.flag?.flag,
      let item = edit.items.first(where: { $0.environmentID == place.environment.id })
    else { throw Problem(.internalError, "the edit creates no flag in \"\(place.environment.key)\"") }
    let record = ItemRecord(
      environmentID: item.environmentID, kind: .flag, id: item.id, version: 1, revision: 0, schema: item.schema,
      isKilled: item.isKilled ?? false, isGone: false, document: item.document ?? "{}", digest: .zero, updatedAt: 0)
    return try FlagView(flag: flag, item: record, environment: place.environment)
  }

  /// A document with the rule ids and salts that it leaves out filled in.
  static func completed(_ document: JSONValue) -> JSONValue {
    var generator = SystemRandomNumberGenerator()
    return FlagDefinition.completing(json: document, using: &generator)
  }

  /// A document, when it is good.
  static func definition(_ key: String, _ document: JSONValue) throws(Problem) -> FlagDefinition {
    let definition: FlagDefinition
    do throws(DocumentError) { definition = try FlagDefinition(json: document, key: key, mode: .write) } catch {
      throw Problem(error)
    }
    try refuseArchived(definition)
    return definition
  }

  /// A flag is archived in the whole project, which a document of one environment cannot do.
  static func refuseArchived(_ definition: FlagDefinition) throws(Problem) {
    guard definition.isArchived else { return }
    throw Problem(
      path: "flags.\(definition.key).archived", message: "cannot be set by a document; archive the flag instead")
  }
}

extension JSONObject {
  /// The object as deterministic JSON text.
  var text: String { String(decoding: JSONValue.object(self).serialized(), as: UTF8.self) }
}
