import SerinFlags
import Store

/// What can be done with segments, whoever asks.
struct SegmentService: Sendable {
  var flags: FlagService
  var store: any ConfigurationStore { flags.store }
  var keeper: RulesetKeeper { flags.keeper }

  /// Some segments of a project.
  func list(_ query: SegmentQuery, of project: ProjectRecord) async throws(Problem) -> SegmentQuery.Page<SegmentRecord>
  {
    try await query.page(of: segments(of: project)) { records in records.map { ($0, $0.textBytes) } }
  }

  /// Some segments of a project as one environment has them.
  ///
  /// Only what a page has is read of the environment.
  func list(_ query: SegmentQuery, in place: Place) async throws(Problem) -> SegmentQuery.Page<SegmentDetails> {
    try await query.page(of: segments(of: place.project)) { records async throws(Problem) in
      let delta = try await withStore { () async throws(StoreError) in
        try await store.items(environmentID: place.environment.id, kind: .segment, ids: records.map(\.key))
      }
      let items = Dictionary(delta.items.map { (ExactString($0.id), $0) }, uniquingKeysWith: { first, _ in first })
      return records.map { record in
        let details = SegmentDetails(
          record: record, item: items[ExactString(record.key)], environment: place.environment)
        return (details, record.textBytes + (details.item?.document.utf8.count ?? 0))
      }
    }
  }

  /// The segments of a project that were not deleted, by their keys.
  func segments(of project: ProjectRecord) async throws(Problem) -> [SegmentRecord] {
    let all = try await withStore { () async throws(StoreError) in
      try await store.segments(projectID: project.id)
    }
    return all.filter { $0.archivedAt == nil }
  }

  /// One segment.
  /// - Throws: 404 when the project has none of that key.
  func details(_ key: String, in place: Place) async throws(Problem) -> SegmentDetails {
    let record = try await record(key, in: place.project)
    return SegmentDetails(
      record: record, item: try await item(key, in: place.environment), environment: place.environment)
  }

  /// The fields of a segment that was not deleted.
  /// - Throws: 404.
  func record(_ key: String, in project: ProjectRecord) async throws(Problem) -> SegmentRecord {
    let found = try await withStore { () async throws(StoreError) in
      try await store.segment(projectID: project.id, key: key)
    }
    guard let found, found.archivedAt == nil else {
      throw Problem(.notFound, "project \"\(project.key)\" has no segment \"\(key)\"")
    }
    return found
  }

  func item(_ key: String, in environment: EnvironmentRecord) async throws(Problem) -> ItemRecord? {
    try await withStore { () async throws(StoreError) in
      try await store.item(environmentID: environment.id, kind: .segment, id: key)
    }
  }

  /// A definition that is written new.
  /// - Throws: 422 with every fault by its path, also for a long list that is not on this server.
  func definition(
    _ json: JSONValue, key: String, kind: SegmentKind, in environment: EnvironmentRecord
  ) async throws(Problem) -> SegmentDefinition {
    let definition: SegmentDefinition
    do throws(DocumentError) {
      definition = try SegmentDefinition(json: json, key: key, mode: .write, path: "definition")
    } catch {
      throw Problem(error)
    }
    guard kind.allows(definition.condition) else {
      throw Problem(path: "definition", message: "a segment of the kind \(kind.rawValue) is \(kind.rule)")
    }
    try await flags.checkLists(of: definition, in: environment, path: "definition")
    return definition
  }

  /// Refuses what a newer version of Serin wrote: this one would lose what it does not know.
  func refuseNewer(_ details: SegmentDetails) throws(Problem) {
    guard let item = details.item, item.schema > FlagItem.schema else { return }
    throw Problem(
      .conflict, "segment \"\(details.record.key)\" was written by a newer version of Serin; edit it there")
  }
}
