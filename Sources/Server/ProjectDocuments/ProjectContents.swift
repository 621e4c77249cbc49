import SerinFlags
import Store

/// Everything of a project that its document tells, as it was at one instant in all of its environments.
struct ProjectContents: Sendable {
  let project: ProjectRecord
  /// The environments in their order.
  let environments: [EnvironmentRecord]
  /// The flags, archived ones included, in the order of their keys.
  let flags: [FlagRecord]
  /// The flags that were deleted, whose keys are theirs.
  let deletedFlags: [FlagRecord]
  /// The segments, those that were deleted included, in the order of their keys.
  let segments: [SegmentRecord]
  /// The items of flags and segments by their ids, by environment id.
  private let items: [String: Items]

  private struct Items: Sendable {
    var flags: [ExactString: ItemRecord] = [:]
    var segments: [ExactString: ItemRecord] = [:]
  }

  /// Reads a project.
  ///
  /// Nobody has to wait meanwhile: what was read counts when afterwards everything is still at the versions that it was at
  /// before, and is read once more otherwise.
  /// - Throws: 409 when the project changes all the time, 404 when it is gone.
  init(of project: ProjectRecord, in store: any ConfigurationStore) async throws(Problem) {
    for _ in 0..<FlagService.attempts {
      let before = try await Surface(of: project, in: store)
      var items: [String: Items] = [:]
      for environment in before.environments {
        let delta = try await withStore { () async throws(StoreError) in
          try await store.items(environmentID: environment.id, after: 0)
        }
        var found = Items()
        for item in delta.items {
          switch item.kind {
          case .flag: found.flags[ExactString(item.id)] = item
          case .segment: found.segments[ExactString(item.id)] = item
          case .token, .list: continue
          }
        }
        items[environment.id] = found
      }
      guard try await Surface(of: project, in: store) == before else { continue }
      self.project = before.project
      environments = before.environments
      flags = before.flags
      deletedFlags = before.deletedFlags
      segments = before.segments
      self.items = items
      return
    }
    throw Problem(.conflict, "the project is being changed by others all the time; try again")
  }

  /// What shows whether anything was changed: the rows with their versions, and the environments with their revisions.
  private struct Surface: Equatable {
    let project: ProjectRecord
    let environments: [EnvironmentRecord]
    let flags: [FlagRecord]
    let deletedFlags: [FlagRecord]
    let segments: [SegmentRecord]

    init(of project: ProjectRecord, in store: any ConfigurationStore) async throws(Problem) {
      let found = try await withStore { () async throws(StoreError) in try await store.projects() }
      guard let current = found.first(where: { $0.id.hasSameBytes(as: project.id) }) else {
        throw Problem(.notFound, "project \"\(project.key)\" was removed by somebody else just now")
      }
      self.project = current
      environments = try await withStore { () async throws(StoreError) in
        try await store.environments(projectID: project.id)
      }
      flags = try await withStore { () async throws(StoreError) in try await store.flags(projectID: project.id) }
      deletedFlags = try await withStore { () async throws(StoreError) in
        try await store.deletedFlags(projectID: project.id)
      }
      segments = try await withStore { () async throws(StoreError) in
        try await store.segments(projectID: project.id)
      }
    }
  }

  /// A flag as one environment has it; nil where it has none, as an environment that is not there yet.
  func view(of flag: FlagRecord, in environment: EnvironmentRecord) throws(Problem) -> FlagView? {
    guard let item = items[environment.id]?.flags[ExactString(flag.id)] else { return nil }
    return try FlagView(flag: flag, item: item, environment: environment)
  }

  /// What one environment has of each flag, those of deleted ones included, in the order of their ids.
  func flagItems(in environment: EnvironmentRecord) -> [ItemRecord] {
    (items[environment.id]?.flags.values.map(\.self) ?? []).sorted { $0.id.precedesInBytes($1.id) }
  }

  /// A segment as one environment has it; nil where it never had one.
  func view(ofSegment key: String, in environment: EnvironmentRecord) -> SegmentView? {
    items[environment.id]?.segments[ExactString(key)].map(SegmentView.init)
  }

  /// What the contents are named by: another one whenever something is edited, the same for the same contents.
  ///
  /// Kills have no part in it. An edit neither makes nor takes back a kill, so none has to be planned anew because of one.
  var version: String {
    var fields = FramedFields()
    for text in [project.id, project.key, project.name] { fields.append(text) }
    for environment in environments {
      for text in [environment.id, environment.key, environment.name] { fields.append(text) }
      fields.append(environment.isProtected)
      fields.append(environment.approvalsNeeded)
      fields.append(environment.keepsContexts)
      fields.append(environment.position)
      let items = items[environment.id] ?? Items()
      for item in [items.flags, items.segments].flatMap({ $0.values.sorted { $0.id.precedesInBytes($1.id) } }) {
        fields.append(item.kind.rawValue)
        fields.append(item.id)
        fields.append(item.schema)
        fields.append(item.isGone)
        fields.append(item.document)
      }
    }
    for flag in flags {
      fields.append(flag.id)
      fields.append(flag.version)
    }
    for segment in segments {
      fields.append(segment.id)
      fields.append(segment.version)
    }
    return SHA256.hash(fields.bytes).hexadecimal
  }
}
