import SerinFlags
import Store

/// What can be done with flags, whoever asks: the control API, the first start, later the panel.
struct FlagService: Sendable {
  let store: any ConfigurationStore
  let keeper: RulesetKeeper
  /// What lets its changes into protected environments.
  var authority = ChangeAuthority.none
  /// What is written in the same transaction as the next change.
  var companion: ChangeCompanion?
  /// Takes changes down instead of having them written.
  var probe: ChangeProbe?

  init(store: any ConfigurationStore, keeper: RulesetKeeper) {
    self.store = store
    self.keeper = keeper
  }

  /// How often an edit is tried again when somebody else was faster.
  static let attempts = 8

  /// The flag that owns a key now, archived or not; nil when there is none.
  func flag(_ key: String, in project: ProjectRecord) async throws(Problem) -> FlagRecord? {
    try await withStore { () async throws(StoreError) in try await store.flag(projectID: project.id, key: key) }
  }

  /// A flag in an environment, archived or not.
  /// - Throws: 404 when the project never had it.
  func view(_ key: String, in place: Place) async throws(Problem) -> FlagView {
    let flag = try await withStore { () async throws(StoreError) in
      try await store.flag(projectID: place.project.id, key: key)
    }
    guard let flag else { throw Problem(.flagNotFound, "project \"\(place.project.key)\" has no flag \"\(key)\"") }
    return try await view(flag, in: place.environment)
  }

  /// A flag that can be edited.
  /// - Throws: 409 when it is archived, or when a newer version of Serin wrote it: this one would lose what it does not
  ///   know.
  func editableView(_ key: String, in place: Place) async throws(Problem) -> FlagView {
    let view = try await view(key, in: place)
    guard view.flag.archivedAt == nil else {
      throw Problem(.conflict, "flag \"\(key)\" is archived; unarchive it first")
    }
    guard view.item.schema <= FlagItem.schema else {
      throw Problem(.conflict, "flag \"\(key)\" was written by a newer version of Serin; edit it there")
    }
    return view
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

  /// Runs a change of a project when no other one runs.
  func changing<R>(
    _ project: ProjectRecord, _ body: () async throws(Problem) -> R
  ) async throws(Problem) -> R {
    try await keeper.gate.pass(project.id, body)
  }

  /// Writes a change and takes it in, so that the next evaluation sees it.
  ///
  /// Every change of flags and segments passes here, whoever makes it: this is where protected environments are guarded.
  /// - Throws: 403 `approvalRequired`; what the store says, with its own words in ``Problem/storeError``.
  @discardableResult
  func commit(_ change: Change) async throws(Problem) -> Commit {
    if let probe {
      if probe.isGuarded { _ = try authority.admit(change, in: keeper.state) }
      return probe.take(change)
    }
    let change = try companion?.joined(to: change) ?? change
    let admitted = try authority.admit(change, in: keeper.state)
    let commit: Commit
    do throws(StoreError) { commit = try await store.commit(admitted) } catch { throw Problem(committing: error) }
    companion?.noteWritten()
    let touched = Set(change.edits.flatMap { $0.items.map(\.environmentID) })
    await keeper.take(commit, touching: Array(touched))
    return commit
  }

  /// Creates a flag in every environment of the project: in `place` as the document says, elsewhere without rules and
  /// prerequisites and off for everybody, except that a kill switch has its default.
  func create(
    _ key: String, document: JSONValue, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> FlagView {
    guard KeyGrammar.isValidKey(key) else {
      throw Problem(path: "key", message: "\"\(key)\" is not a key; \(KeyGrammar.rule)")
    }
    let definition = try Self.definition(key, Self.completed(document))
    return try await changing(place.project) { () async throws(Problem) in
      try await create(key, definition, in: try now(place), by: caller, reason: reason)
    }
  }

  private func create(
    _ key: String, _ definition: FlagDefinition, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> FlagView {
    let existing = try await withStore { () async throws(StoreError) in
      try await store.flag(projectID: place.project.id, key: key)
    }
    if let existing {
      throw Problem(
        .conflict,
        existing.archivedAt == nil
          ? "flag \"\(key)\" exists already"
          : "flag \"\(key)\" exists and is archived; unarchive it, or choose another key, since apps may still ask for this one"
      )
    }
    try checkReferences(in: place.environment, after: [.flag(FlagEntry(definition))])
    let edit = Self.creation(key, definition, in: place, by: caller, reason: reason)
    try checkReach(of: [edit], by: caller, in: place)
    do throws(Problem) {
      try await commit(Change(chain: place.project.id, edits: [edit]))
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
