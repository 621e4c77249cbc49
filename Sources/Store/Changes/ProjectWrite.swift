internal import SerinFlags

/// A project to create, to change or to remove.
public enum ProjectWrite: Sendable, Hashable {
  /// Creates a project. The store sets its creation time and version.
  case create(ProjectRecord)
  /// Changes key and name of the project with this id.
  case update(ProjectRecord, expects: Expectation)
  /// Removes the project with this id; its history stays, and its key becomes free.
  case remove(id: String)

  /// The texts by the names that errors have for them.
  package var texts: [(name: String, text: String?)] {
    switch self {
    case .create(let project), .update(let project, _):
      [("id", project.id), ("key", project.key), ("name", project.name)]
    case .remove(let id): [("id", id)]
    }
  }
}

extension ProjectRecord {
  /// The project after a change of its fields, or nil when the change leaves it as it is.
  package func updated(by wanted: ProjectRecord) -> ProjectRecord? {
    var next = self
    next.key = wanted.key
    next.name = wanted.name
    guard !next.key.hasSameBytes(as: key) || !next.name.hasSameBytes(as: name) else { return nil }
    next.version += 1
    return next
  }
}

/// An environment to create, to change or to remove.
public enum EnvironmentWrite: Sendable, Hashable {
  /// Creates an environment, empty and at revision 0.
  ///
  /// The store sets its creation time and version, and its number where that is 0.
  case create(EnvironmentRecord)
  /// Changes what people write about the environment with this id: key, name, position, protection, kept contexts.
  case update(EnvironmentRecord, expects: Expectation)
  /// Removes the environment with this id; its history stays, and its key becomes free.
  case remove(id: String)
  /// Gives the environment with this id a new revision, since an instant has passed at which answers change.
  ///
  /// Of several nodes that say so one does it; an instant before the last revision is part of that, and changes nothing.
  /// - Parameter past: The instant, in microseconds since 1970 UTC.
  case advance(id: String, past: Int64)

  /// The texts by the names that errors have for them.
  package var texts: [(name: String, text: String?)] {
    switch self {
    case .create(let environment), .update(let environment, _):
      [("id", environment.id), ("key", environment.key), ("name", environment.name)]
    case .remove(let id), .advance(let id, _): [("id", id)]
    }
  }
}

extension EnvironmentRecord {
  /// The environment after a change of its fields, or nil when the change leaves it as it is.
  package func updated(by wanted: EnvironmentRecord) -> EnvironmentRecord? {
    var next = self
    next.key = wanted.key
    next.name = wanted.name
    next.position = wanted.position
    next.isProtected = wanted.isProtected
    next.approvalsNeeded = wanted.approvalsNeeded
    next.keepsContexts = wanted.keepsContexts
    // Texts that Swift holds for equal may differ in their bytes.
    guard next != self || !next.key.hasSameBytes(as: key) || !next.name.hasSameBytes(as: name) else { return nil }
    next.version += 1
    return next
  }
}
