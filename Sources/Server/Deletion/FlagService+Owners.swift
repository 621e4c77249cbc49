import SerinFlags
import Store

extension FlagService {
  /// Every flag that has or had a key, the one that has it now first, then the latest.
  func owners(of key: String, in project: ProjectRecord) async throws(Problem) -> [FlagRecord] {
    try await withStore { () async throws(StoreError) in
      try await store.flags(projectID: project.id, everNamed: key)
    }
  }

  /// The flag that is meant by a name; nil when there is none.
  ///
  /// It is the one that has this key, archived or not; else the last deleted one that had it; else the deleted one of this
  /// id.
  func flag(_ name: String, in project: ProjectRecord) async throws(Problem) -> FlagRecord? {
    try await withStore { () async throws(StoreError) in
      if let flag = try await store.flag(projectID: project.id, key: name) { return flag }
      if let last = try await store.flags(projectID: project.id, everNamed: name).first { return last }
      guard let flag = try await store.flag(id: name), flag.deletedAt != nil,
        flag.projectID.hasSameBytes(as: project.id)
      else { return nil }
      return flag
    }
  }
}

extension FlagRecord {
  /// Who has or had a key, as answers have it.
  var ownership: JSONValue {
    .object([
      "id": .string(id), "state": .string(lifecycle.rawValue), "createdAt": .string(Instants.text(createdAt)),
      "archivedAt": archivedAt.map { .string(Instants.text($0)) } ?? .null,
      "deletedAt": deletedAt.map { .string(Instants.text($0)) } ?? .null,
    ])
  }
}
