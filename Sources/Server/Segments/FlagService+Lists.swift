import SerinFlags
import Store

extension FlagService {
  /// Refuses a segment that names a long list which the environment never had, or by another count.
  ///
  /// - Parameter path: The path of the segment's definition.
  /// - Throws: 422 with the path of each.
  func checkLists(
    of segment: SegmentDefinition, in environment: EnvironmentRecord, path: String
  ) async throws(Problem) {
    try await Self.checkLists(of: segment, in: environment, store: store, path: path)
  }

  /// The same for a store that no service stands before yet.
  static func checkLists(
    of segment: SegmentDefinition, in environment: EnvironmentRecord, store: any ConfigurationStore, path: String
  ) async throws(Problem) {
    let issues = try await listIssues(of: segment, in: environment, store: store, path: path)
    guard issues.isEmpty else { throw Problem(issues: issues) }
  }

  /// What is wrong with the long lists that a segment names.
  func listIssues(
    of segment: SegmentDefinition, in environment: EnvironmentRecord, path: String
  ) async throws(Problem) -> [DocumentIssue] {
    try await Self.listIssues(of: segment, in: environment, store: store, path: path)
  }

  private static func listIssues(
    of segment: SegmentDefinition, in environment: EnvironmentRecord, store: any ConfigurationStore, path: String
  ) async throws(Problem) -> [DocumentIssue] {
    var issues: [DocumentIssue] = []
    for use in segment.condition.listUses {
      let place = "\(path).\(use.path)"
      let digest = [UInt8](hexadecimal: use.reference.digest)
      let found = try await withStore { () async throws(StoreError) -> ListRecord? in
        guard let digest, digest.count == IDListDigest.size else { return nil }
        return try await store.list(environmentID: environment.id, digest: digest)
      }
      guard let found else {
        issues.append(
          DocumentIssue(
            path: "\(place).digest",
            message:
              "the list \"\(use.reference.digest)\" is not on this server in environment \"\(environment.key)\"; "
              + "upload it, or give the ids themselves as a \"list\""))
        continue
      }
      if found.count != use.reference.count {
        issues.append(
          DocumentIssue(
            path: "\(place).count",
            message: "must be \(found.count), the number of the list's ids, not \(use.reference.count)"))
      }
    }
    return issues
  }
}
