import SerinFlags
import Store

extension VersionHistory {
  /// What happened since the versions that an edit started from; what came between is read only when two sides have changed
  /// the same.
  /// - Throws: 412 when the versions never existed.
  func edits(since versions: VersionPair) async throws(Problem) -> EditHistory {
    guard versions.isUpTo(current.versions) else {
      throw Problem(.preconditionFailed, neverWas(versions))
    }
    let fields: [Thing.Fields]
    var items: [ItemVersion] = []
    do throws(StoreError) {
      fields = try await current.fields(
        HistoryWindow(versions: versions.fields...versions.fields, rows: 1), from: store)
      if versions.item > 0 {
        items = try await self.items(HistoryWindow(versions: versions.item...versions.item, rows: 1))
      }
    } catch {
      throw Problem(error)
    }
    guard let record = fields.first?.record, versions.item >= Thing.firstItem, versions.item == 0 || !items.isEmpty
    else {
      throw Problem(.preconditionFailed, "\"\(versions.text)\" is no longer on record; read the \(Thing.noun) again")
    }
    return EditHistory(
      subject: "\(Thing.noun) \"\(current.key)\"", versions: current.versions.text,
      base: try editable(record, items.first?.item), current: current.editable
    ) { names async throws(Problem) in try await authors(of: names, since: versions) }
  }

  /// A member belongs to one half: in the other one it is the same all the way.
  private func authors(
    of names: Set<String>, since versions: VersionPair
  ) async throws(Problem) -> [String: Authorship] {
    let now = current.halves
    var authors = MemberAuthors(of: names)
    if now.item != nil {
      try await authors.search(max(1, versions.item)...current.versions.item, read: items) {
        version throws(Problem) in try editable(now.fields, version.item)
      }
      // Before its first item the environment had nothing at all.
      if versions.item == 0 { authors.addBase(try editable(now.fields, nil), after: 1) }
    }
    try await authors.search(versions.fields...current.versions.fields) { window async throws(StoreError) in
      try await current.fields(window, from: store)
    } step: { version throws(Problem) in
      try editable(version.record, now.item)
    }
    return authors.found
  }

  private func editable(_ fields: Thing.Fields.Record, _ item: ItemRecord?) throws(Problem) -> JSONObject {
    try Thing(fields, item, in: current.environment).editable
  }
}
