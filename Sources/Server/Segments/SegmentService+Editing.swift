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
    _ key: String, _ members: JSONObject, versions: SegmentVersions?, in place: Place, by caller: Caller,
    reason: String
  ) async throws(Problem) -> SegmentDetails {
    try await flags.changing(place.project) { () async throws(Problem) in
      for _ in 0..<FlagService.attempts {
        let current = try await details(key, in: place)
        try refuseNewer(current)
        var target = current.editable
        if let versions, versions != current.versions {
          let history = try await history(of: current, from: versions)
          target = try await history.merge(members.over(history.base))
        } else {
          target = members.over(target)
        }
        guard let edit = try await edit(current, target, in: place, by: caller, reason: reason) else { return current }
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
    _ current: SegmentDetails, _ members: JSONObject, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> Edit? {
    var record = current.record
    record.description = members["description"]?.stringValue ?? ""
    record.tags = members["tags"]?.arrayValue?.compactMap(\.stringValue) ?? []
    var edit = Edit(audit: caller.entry("segment.edit", "segment:\(record.key)", reason: reason))
    let isSame =
      members["description"] == current.editable["description"] && members["tags"] == current.editable["tags"]
    if !isSame { edit.segment = SegmentWrite(segment: record, expects: .version(record.version)) }
    if let json = members["definition"], json != .null, json != current.editable["definition"] {
      let kind = SegmentKind(rawValue: record.kind) ?? .conditions
      let definition = try await definition(json, key: record.key, kind: kind, in: place.environment)
      try flags.checkReferences(in: place.environment, after: [.segment(SegmentEntry(definition))])
      edit.items = [
        ItemWrite(
          environmentID: place.environment.id, kind: .segment, id: record.key, schema: FlagItem.schema,
          document: SegmentItem.document(definition).text, isGone: false,
          expects: current.item.map { .version($0.version) } ?? .absent)
      ]
    }
    return edit.segment == nil && edit.items.isEmpty ? nil : edit
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
