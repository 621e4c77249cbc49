import SerinFlags
import Store

extension FlagService {
  /// Replaces a flag's document in one environment.
  ///
  /// When the flag has changed since `versions`, members that only one side changed are kept from that side; a member
  /// that both changed is a conflict, and nothing is written.
  /// - Parameter versions: what the edit started from; nil for whatever is there.
  /// - Throws: 412 with who changed what and when, 422 for a bad document or a reference to what is not there, 404, 409
  ///   when the flag is archived.
  func replace(
    _ key: String, document: JSONValue, versions: VersionPair?, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> FlagView {
    // Checked on its own first, so that a fault is reported in the words of what was sent. Rule ids and salts are not
    // filled in here: the same document sent twice would reshuffle everybody.
    _ = try Self.definition(key, document)
    return try await changing(place.project) { () async throws(Problem) in
      try await replaceNow(
        key, document: document, versions: versions, action: "flag.replace", in: place, by: caller, reason: reason)
    }
  }

  /// The same, called when no other change of the project runs.
  /// - Parameter action: How the audit log calls it.
  func replaceNow(
    _ key: String, document: JSONValue, versions: VersionPair?, action: String, in place: Place, by caller: Caller,
    reason: String
  ) async throws(Problem) -> FlagView {
    let place = try now(place)
    for _ in 0..<Self.attempts {
      let current = try await editableView(key, in: place)
      let target = try await self.target(document, versions: versions, current: current)
      try await refuseEarlierIdentities(of: current.flag, in: target, beside: .object(current.document), place)
      let edit = try await replacement(
        of: current, with: target, action: action, in: place, by: caller, reason: reason)
      guard let edit else { return current }
      try checkReach(of: [edit], by: caller, in: place)
      try checkReferences(in: place.environment, after: [.flag(FlagEntry(target))])
      do throws(Problem) {
        try await commit(Change(chain: place.project.id, edits: [edit]), in: place.environment)
      } catch {
        if case .conflict? = error.storeError { continue }
        throw error
      }
      return try await view(key, in: place)
    }
    throw Problem(.conflict, "flag \"\(key)\" is being changed by others all the time; try again")
  }

  /// What the flag's document shall be, once changes by others are taken into account.
  private func target(
    _ mine: JSONValue, versions: VersionPair?, current: FlagView
  ) async throws(Problem) -> FlagDefinition {
    let key = current.flag.key
    let wanted = try Self.definition(key, mine)
    guard let versions, versions != current.versions else { return wanted }
    let history = try await VersionHistory(current: current, store: store).edits(since: versions)
    var merged = try await history.merge(wanted.editable)
    if wanted.isKilled { merged["killed"] = true }
    return try Self.definition(key, .object(merged))
  }

  /// The edit that makes the flag look like `target`; nil when it does already.
  func replacement(
    of current: FlagView, with target: FlagDefinition, action: String = "flag.replace", in place: Place,
    by caller: Caller, reason: String
  ) async throws(Problem) -> Edit? {
    try Self.check(target, inPlaceOf: current)
    let document = target.editable
    guard document != current.editable else { return nil }
    let record = FlagItem.record(current.flag, with: document)
    var views = [current]
    if record.isShaped(unlike: current.flag) {
      for environment in place.environments where environment.id != place.environment.id {
        views.append(try await view(current.flag, in: environment))
      }
    }
    var edit = Edit(audit: caller.entry(action, "flag:\(current.flag.id)", reason: reason))
    // Also when the flag's own fields stay: the item was read a moment apart, and must belong to this version of them.
    edit.flag = FlagWrite(flag: record, expects: .version(current.flag.version))
    edit.items = try Self.writes(over: views, of: record, [current.environment.id: document]).map { $0.write }
    return edit
  }

  /// The items that differ afterwards, with what each holds of the flag.
  ///
  /// - Parameters:
  ///   - views: The flag in the environments that may change; all of them when its kind or properties do.
  ///   - record: The flag's own fields afterwards.
  ///   - documents: The documents by environment id, all with the same properties. The other environments keep theirs, with
  ///     kind and properties of `record`.
  /// - Throws: 422 when another environment cannot have them.
  static func writes(
    over views: [FlagView], of record: FlagRecord, _ documents: [String: JSONObject]
  ) throws(Problem) -> [(write: ItemWrite, view: FlagView, document: JSONObject)] {
    var writes: [(write: ItemWrite, view: FlagView, document: JSONObject)] = []
    let model = views.lazy.compactMap { documents[$0.environment.id] }.first
    for view in views {
      var document = documents[view.environment.id]
      if document == nil, record.isShaped(unlike: view.flag), let model {
        document = try carried(model, into: view)
      }
      guard let document else { continue }
      let item = FlagItem.document(from: document, key: record.key)
      if item != FlagItem.document(from: view.editable, key: record.key) {
        writes.append((write(item, over: view.item), view, document))
      }
    }
    return writes
  }

  private static func write(_ document: JSONObject, over item: ItemRecord) -> ItemWrite {
    ItemWrite(
      environmentID: item.environmentID, kind: .flag, id: item.id, schema: FlagItem.schema, document: document.text,
      expects: .version(item.version))
  }

  /// Refuses what no edit of a flag may do: kill it, or give a property another type.
  ///
  /// - Throws: 422 with paths that begin with `flags.` or `document.`.
  static func check(_ target: FlagDefinition, inPlaceOf current: FlagView) throws(Problem) {
    if target.isKilled, !current.item.isKilled {
      throw Problem(
        path: "flags.\(current.flag.key).killed",
        message: "true does not kill a flag that is not killed; use kill, or take the member out of the document")
    }
    try refuseTypeChanges(from: current.document, to: target.editable)
  }

  /// A property keeps its type for ever: answers already on devices, and code that reads them, rely on it.
  private static func refuseTypeChanges(from old: JSONObject, to new: JSONObject) throws(Problem) {
    let before = old["properties"]?.objectValue ?? [:]
    var issues: [DocumentIssue] = []
    for (name, property) in new["properties"]?.objectValue ?? [:] {
      guard let type = property["type"]?.stringValue, let earlier = before[name]?["type"]?.stringValue, earlier != type
      else { continue }
      issues.append(
        DocumentIssue(
          path: "document.properties.\(name).type",
          message: "cannot change from \(earlier) to \(type); add a property with another name"))
    }
    guard issues.isEmpty else { throw Problem(issues: issues) }
  }

  /// Another environment's item with the kind, the set of properties and their schemas of `document`.
  ///
  /// A new property arrives with its default; a removed one leaves, which is refused where a variation still sets it; so is
  /// a schema that a value there does not fit.
  private static func carried(_ document: JSONObject, into other: FlagView) throws(Problem) -> JSONObject {
    var result = other.editable
    var properties = result["properties"]?.objectValue ?? [:]
    let wanted = document["properties"]?.objectValue ?? [:]
    for (name, property) in wanted {
      guard var kept = properties[name]?.objectValue else {
        properties[name] = property
        continue
      }
      kept["schema"] = property["schema"]
      properties[name] = .object(kept)
    }
    for (name, _) in properties where wanted[name] == nil { properties.removeValue(forName: name) }
    result["properties"] = properties.isEmpty ? nil : .object(properties)
    result["kind"] = document["kind"]
    do throws(DocumentError) {
      _ = try FlagDefinition(json: .object(result), key: other.flag.key, mode: .write)
    } catch {
      throw Problem(
        issues: error.issues.map {
          DocumentIssue(path: "environments.\(other.environment.key).\($0.path)", message: $0.message)
        })
    }
    return result
  }
}

extension FlagRecord {
  /// Whether its kind or its properties are others: what is the same in every environment.
  fileprivate func isShaped(unlike other: FlagRecord) -> Bool {
    kind != other.kind || !propertyTypes.hasSameBytes(as: other.propertyTypes)
  }
}
