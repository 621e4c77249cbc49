import SerinFlags
import Store

extension DocumentPlanner {
  /// Plans flags that are new or different.
  mutating func planFlags() throws(Problem) {
    let records = Dictionary(
      contents.flags.map { (ExactString($0.key), $0) }, uniquingKeysWith: { first, _ in first })
    for flag in document.flags ?? [] {
      if let record = records[ExactString(flag.key)] {
        try plan(flag, over: record)
      } else {
        try plan(new: flag)
      }
    }
  }

  private mutating func plan(new flag: ProjectDocument.Flag) throws(Problem) {
    // A document says nothing of why an earlier flag's key should mean something else now.
    if let owner = contents.deletedFlags.first(where: { $0.key.hasSameBytes(as: flag.key) }) {
      return problems.add(flag.path, FlagService.keyIsTaken(by: owner).detail, code: .conflict)
    }
    guard !flag.environments.isEmpty else {
      return problems.add(flag.path + ".environments", "is required for a new flag, with at least one environment")
    }
    guard let definitions = try definitions(of: flag, over: nil),
      let model = environments.lazy.compactMap({ definitions[$0.id] }).first
    else { return }
    var edit = FlagService.creation(
      flag.key, definitions, like: model, in: contents.project, environments, by: caller, reason: reason)
    if flag.isArchived {
      edit.flag?.isArchived = true
      for index in edit.items.indices { edit.items[index].isGone = true }
    }
    edits.append(edit)
    add(flag, edit.flag, from: nil)
    let elsewhere = FlagItem.withoutRules(FlagItem.document(from: model.editable, key: flag.key))
    for environment in environments {
      var document = definitions[environment.id]?.json.objectValue ?? elsewhere
      document.removeValue(forName: "key")
      if !flag.isArchived { note(document, of: flag.key, in: environment) }
      add(flag, in: environment, .create, from: [:], to: document)
    }
  }

  private mutating func plan(_ flag: ProjectDocument.Flag, over record: FlagRecord) throws(Problem) {
    guard let definitions = try definitions(of: flag, over: record) else { return }
    var views: [FlagView] = []
    for environment in environments {
      if let view = try contents.view(of: record, in: environment) { views.append(view) }
    }
    let documents = definitions.mapValues(\.editable)
    let model = environments.lazy.compactMap { documents[$0.id] }.first
    let next = FlagItem.record(record, with: model ?? flag.document(views.first?.document.inEnvironment ?? [:]))
    var edit = Edit(audit: caller.entry("flag.replace", "flag:\(record.id)", reason: reason))
    edit.flag = FlagWrite(flag: next, isArchived: flag.isArchived, expects: .version(record.version))
    let isMoved = (record.archivedAt != nil) != flag.isArchived
    if isMoved { edit.audit.action = flag.isArchived ? "flag.archive" : "flag.unarchive" }
    let partsBefore = parts.count
    if isMoved || next.documentFields != record.documentFields { add(flag, edit.flag, from: record) }
    do throws(Problem) {
      let writes = try FlagService.writes(over: views, of: next, documents)
      for view in views {
        let found = writes.first { $0.view.environment.id == view.environment.id }
        try plan(found?.write, found?.document, of: flag, over: view, isMoved: isMoved, &edit)
      }
    } catch {
      let refusal = error.moved { place(of: $0, in: flag, "") }
      return problems.add(refusal, at: flag.path)
    }
    let isEdited = parts.count > partsBefore || !edit.items.isEmpty
    guard !isEdited || isMoved || record.archivedAt == nil else {
      return problems.add(
        flag.path, "flag \"\(flag.key)\" is archived and cannot be edited; unarchive it with \"archived\": false",
        code: .conflict)
    }
    planNewEnvironments(of: flag, record, definitions, like: model ?? views.first?.editable ?? [:], &edit)
    if isEdited || !edit.items.isEmpty { edits.append(edit) }
  }

  /// Plans what becomes of an environment's item.
  private mutating func plan(
    _ write: ItemWrite?, _ document: JSONObject?, of flag: ProjectDocument.Flag, over view: FlagView, isMoved: Bool,
    _ edit: inout Edit
  ) throws(Problem) {
    guard isMoved || write != nil else { return }
    if write != nil, view.item.schema > FlagItem.schema {
      return problems.add(
        flag.path(in: view.environment.key), "was written by a newer version of Serin; edit it there", code: .conflict)
    }
    var item =
      write
      ?? ItemWrite(
        environmentID: view.environment.id, kind: .flag, id: view.flag.id, schema: FlagItem.schema, expects: .present)
    if isMoved { item.isGone = flag.isArchived }
    edit.items.append(item)
    note(flag.isArchived ? nil : document ?? view.document, of: flag.key, in: view.environment)
    if let document { add(flag, in: view.environment, .update, from: view.editable, to: document) }
  }

  /// Plans what environments get of a flag that the document makes.
  private mutating func planNewEnvironments(
    of flag: ProjectDocument.Flag, _ record: FlagRecord, _ definitions: [String: FlagDefinition],
    like model: JSONObject, _ edit: inout Edit
  ) {
    for environment in environments where newEnvironments.contains(environment.id) {
      let definition = definitions[environment.id]
      let item =
        definition.map { FlagItem.document(from: $0.editable, key: flag.key) }
        ?? FlagItem.withoutRules(FlagItem.document(from: model, key: flag.key))
      edit.items.append(
        ItemWrite(
          environmentID: environment.id, kind: .flag, id: record.id, schema: FlagItem.schema, document: item.text,
          isKilled: definition?.isKilled ?? false, isGone: flag.isArchived, expects: .absent))
      var document = definition?.json.objectValue ?? item
      document.removeValue(forName: "key")
      if !flag.isArchived { note(document, of: flag.key, in: environment) }
      add(flag, in: environment, .create, from: [:], to: document)
    }
  }

  /// Adds what becomes of a flag's own fields.
  private mutating func add(_ flag: ProjectDocument.Flag, _ write: FlagWrite?, from record: FlagRecord?) {
    let changes = StructuralDiff(from: record?.documentFields ?? [:], to: write?.flag.documentFields ?? [:]).changes
    let isMoved = (record?.archivedAt != nil) != flag.isArchived
    let action: DocumentPlan.Part.Action =
      if record == nil { .create } else if !isMoved { .update } else { flag.isArchived ? .archive : .unarchive }
    parts.append(DocumentPlan.Part(kind: .flag, key: flag.key, action: action, changes: changes))
  }

  /// Adds what becomes of a flag in an environment.
  private mutating func add(
    _ flag: ProjectDocument.Flag, in environment: EnvironmentRecord, _ action: DocumentPlan.Part.Action,
    from old: JSONObject, to new: JSONObject
  ) {
    parts.append(
      DocumentPlan.Part(
        kind: .flag, key: flag.key, environment: environment.key, action: action,
        changes: StructuralDiff(from: old.inEnvironment, to: new.inEnvironment).changes))
  }
}
