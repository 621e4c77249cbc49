import SerinFlags
import Store

extension SegmentService {
  /// Edits a segment's description, tags or definition in one environment; members that are left out stay.
  ///
  /// When the segment has changed since `versions`, members that only one side changed are kept from that side.
  /// - Parameters:
  ///   - members: `description`, `tags` and `definition`, those that shall change.
  ///   - versions: What the edit started from; nil for whatever is there.
  /// - Throws: 412 with who changed what and when, 422 for a bad definition, 404.
  func edit(
    _ key: String, _ members: JSONObject, versions: VersionPair?, in place: Place, by caller: Caller,
    reason: String
  ) async throws(Problem) -> SegmentDetails {
    try await change(key, action: "segment.edit", in: place, by: caller, reason: reason) {
      current async throws(Problem) in
      guard let versions, versions != current.versions else { return members.over(current.editable) }
      let history = try await VersionHistory(current: current, store: store).edits(since: versions)
      return try await history.merge(members.over(history.base))
    }
  }

  /// Makes a segment look like the members that `target` gives for what it is like.
  /// - Parameter action: How the audit log calls it.
  func change(
    _ key: String, action: String, in place: Place, by caller: Caller, reason: String,
    target: (SegmentDetails) async throws(Problem) -> JSONObject
  ) async throws(Problem) -> SegmentDetails {
    try await flags.changing(place.project) { () async throws(Problem) in
      for _ in 0..<FlagService.attempts {
        let current = try await details(key, in: place)
        try refuseNewer(current)
        let entry = caller.entry(action, "segment:\(key)", reason: reason)
        guard let edit = try await edit(current, try await target(current), in: place, entry) else { return current }
        do throws(Problem) {
          try await flags.commit(Change(chain: place.project.id, edits: [edit]), in: place.environment)
        } catch {
          if case .conflict? = error.storeError { continue }
          throw error
        }
        return try await details(key, in: place)
      }
      throw Problem(.conflict, "segment \"\(key)\" is being changed by others all the time; try again")
    }
  }

  /// The edit that makes a segment look like its members; nil when it does already.
  private func edit(
    _ current: SegmentDetails, _ members: JSONObject, in place: Place, _ entry: AuditEntry
  ) async throws(Problem) -> Edit? {
    var record = current.record
    record.description = members["description"]?.stringValue ?? ""
    record.tags = members["tags"]?.arrayValue?.compactMap(\.stringValue) ?? []
    var edit = Edit(audit: entry)
    let isSame =
      members["description"] == current.editable["description"] && members["tags"] == current.editable["tags"]
    if !isSame { edit.segment = SegmentWrite(segment: record, expects: .version(record.version)) }
    if let json = members["definition"], json != current.editable["definition"] {
      edit.items = [try await write(json, over: current, in: place)]
    }
    return edit.segment == nil && edit.items.isEmpty ? nil : edit
  }
}

extension SegmentService {
  /// The item of a new definition; null for a segment that shall have none.
  private func write(
    _ json: JSONValue, over current: SegmentDetails, in place: Place
  ) async throws(Problem) -> ItemWrite {
    let record = current.record
    var write = ItemWrite(
      environmentID: place.environment.id, kind: .segment, id: record.key, isGone: true,
      expects: current.item.map { .version($0.version) } ?? .absent)
    guard json != .null else {
      try flags.checkReferences(in: place.environment, after: [.noSegment(key: record.key)])
      return write
    }
    let kind = SegmentKind(rawValue: record.kind) ?? .conditions
    let definition = try await definition(json, key: record.key, kind: kind, in: place.environment)
    try flags.checkReferences(in: place.environment, after: [.segment(SegmentEntry(definition))])
    write.schema = FlagItem.schema
    write.document = SegmentItem.document(definition).text
    write.isGone = false
    return write
  }
}

extension JSONObject {
  /// The members of this object, and those of another one that this has not.
  fileprivate func over(_ other: JSONObject) -> JSONObject {
    var result = other
    for (name, value) in self { result[name] = value }
    return result
  }
}
