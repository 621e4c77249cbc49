import SerinFlags
import Store

/// A project with its environments, for what concerns all of it.
struct ProjectPlace: Sendable {
  let project: ProjectRecord
  /// The environments in their order.
  let environments: [EnvironmentRecord]

  /// The role and the ids of the environments that a request names.
  /// - Throws: 422 that names the field.
  func grant(role name: String?, releases: [String]) throws(Problem) -> (role: ProjectRole?, releases: [String]) {
    var role: ProjectRole?
    if let name {
      guard let known = ProjectRole(rawValue: name) else {
        let allowed = ProjectRole.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(path: "role", message: "\"\(name)\" is not one of: \(allowed)")
      }
      role = known
    }
    let ids = try environmentIDs(releases, path: "releases")
    guard role != nil || !ids.isEmpty else {
      throw Problem(path: "role", message: "is required unless \"releases\" names an environment")
    }
    return (role, ids)
  }

  /// The ids of environments by their keys, each once, in the order of their bytes.
  func environmentIDs(_ keys: [String], path: String) throws(Problem) -> [String] {
    var ids: Set<String> = []
    for (index, key) in keys.enumerated() {
      guard let environment = environments.first(where: { $0.key.hasSameBytes(as: key) }) else {
        let known = environments.map(\.key).joined(separator: ", ")
        throw Problem(
          path: "\(path)[\(index)]", message: "\"\(key)\" is no environment of the project; it has: \(known)")
      }
      ids.insert(environment.id)
    }
    return ids.sorted()
  }
}
