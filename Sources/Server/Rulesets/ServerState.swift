import SerinFlags
import Store

/// Everything that requests are answered from, at one instant.
///
/// It is replaced as a whole when something changes.
final class ServerState: Sendable {
  let epoch: Int64
  let projects: [ProjectRecord]
  /// The environments' rulesets by environment id.
  let rulesets: [String: ServedRuleset]
  let authenticator: Authenticator
  private let administrators: [String: AcceptedToken]
  private let surroundings: Authenticator.Surroundings

  init(
    epoch: Int64, projects: [ProjectRecord], rulesets: [String: ServedRuleset],
    administrators: [String: AcceptedToken], surroundings: Authenticator.Surroundings
  ) {
    self.epoch = epoch
    self.projects = projects
    self.rulesets = rulesets
    self.administrators = administrators
    self.surroundings = surroundings
    authenticator = Authenticator(
      tokens: Array(administrators.values) + rulesets.values.flatMap(\.tokens.values),
      surroundings: surroundings)
  }

  /// A state before anything was loaded.
  convenience init(surroundings: Authenticator.Surroundings) {
    self.init(epoch: 0, projects: [], rulesets: [:], administrators: [:], surroundings: surroundings)
  }

  func with(
    projects: [ProjectRecord]? = nil, rulesets: [String: ServedRuleset]? = nil,
    administrators: [String: AcceptedToken]? = nil
  ) -> ServerState {
    ServerState(
      epoch: epoch, projects: projects ?? self.projects, rulesets: rulesets ?? self.rulesets,
      administrators: administrators ?? self.administrators, surroundings: surroundings)
  }

  /// The project with a key, as far as whoever asks may see it.
  func project(_ key: String, for access: Access) throws(Problem) -> ProjectRecord {
    guard let project = projects.first(where: { $0.key == key }),
      access.sees(projectID: project.id)
    else {
      // A foreign project and an absent one give the same answer, so that keys cannot be guessed.
      throw Problem(.notFound, "there is no project \"\(key)\"")
    }
    return project
  }

  /// The ruleset of one environment of a project.
  func ruleset(_ key: String, in project: ProjectRecord) throws(Problem) -> ServedRuleset {
    let found = rulesets.values.first { $0.environment.projectID == project.id && $0.environment.key == key }
    guard let found else {
      let known = environments(of: project).map(\.key).joined(separator: ", ")
      throw Problem(.notFound, "project \"\(project.key)\" has no environment \"\(key)\"; it has: \(known)")
    }
    return found
  }

  /// A project with one of its environments by their ids; nil when one of them is gone.
  ///
  /// - Parameter environmentID: nil for what concerns the whole project: then it is the first environment.
  func place(projectID: String, environmentID: String?) -> Place? {
    guard let project = projects.first(where: { $0.id.hasSameBytes(as: projectID) }) else { return nil }
    let environments = environments(of: project)
    let found = environmentID.map { id in environments.first { $0.id.hasSameBytes(as: id) } } ?? environments.first
    return found.map { Place(project: project, environment: $0, environments: environments) }
  }

  /// How many ids the long lists in memory have together.
  var listedIDs: Int { rulesets.values.reduce(0) { $1.lists.values.reduce($0) { $0 + $1.count } } }

  /// The environments of a project in their order.
  func environments(of project: ProjectRecord) -> [EnvironmentRecord] {
    rulesets.values.map(\.environment).filter { $0.projectID == project.id }.sorted {
      $0.position == $1.position ? $0.key.precedesInBytes($1.key) : $0.position < $1.position
    }
  }
}
