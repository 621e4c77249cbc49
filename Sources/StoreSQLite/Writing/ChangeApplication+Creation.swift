internal import Store

extension ChangeApplication {
  /// Creates a project.
  func create(_ wanted: ProjectRecord) throws(StoreError) -> ProjectRecord {
    if try exists("SELECT 1 FROM project WHERE id = ?", wanted.id) { throw .duplicate(object: "project:\(wanted.id)") }
    if try exists("SELECT 1 FROM project WHERE key = ?", wanted.key) {
      throw .duplicate(object: "project:\(wanted.key)")
    }
    var project = wanted
    project.createdAt = at
    try connection.run(
      "INSERT INTO project (\(Row.projectColumns)) VALUES (?, ?, ?, ?)",
      project.id, project.key, project.name, project.createdAt)
    return project
  }

  /// Creates an environment without items, at revision 0.
  mutating func create(_ wanted: EnvironmentRecord) throws(StoreError) -> EnvironmentRecord {
    guard try exists("SELECT 1 FROM project WHERE id = ?", wanted.projectID) else {
      throw .notFound(object: "project:\(wanted.projectID)")
    }
    if try exists("SELECT 1 FROM environment WHERE id = ?", wanted.id) {
      throw .duplicate(object: "environment:\(wanted.id)")
    }
    let isKeyTaken = try connection.row(
      "SELECT 1 FROM environment WHERE project_id = ? AND key = ?", wanted.projectID, wanted.key, make: { _ in true })
    if isKeyTaken != nil { throw .duplicate(object: "environment:\(wanted.key)") }
    var environment = EnvironmentRecord(
      id: wanted.id, number: wanted.number, projectID: wanted.projectID, key: wanted.key, position: wanted.position,
      createdAt: at)
    environment.number = try number(wanted: wanted.number)
    try connection.run(
      "INSERT INTO environment (\(Row.environmentColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      environment.id, environment.number, environment.projectID, environment.key, environment.position,
      environment.revision, environment.digest.bytes, environment.createdAt)
    environments.append(Environment(record: environment))
    return environment
  }

  /// The number that was asked for, or the next free one for 0.
  private func number(wanted: Int64) throws(StoreError) -> Int64 {
    guard wanted == 0 else {
      let isTaken = try connection.row("SELECT 1 FROM environment WHERE no = ?", wanted, make: { _ in true })
      if isTaken != nil { throw .duplicate(object: "environment number \(wanted)") }
      return wanted
    }
    return try connection.row("SELECT coalesce(max(no), 0) + 1 FROM environment") { $0.integer(0) } ?? 1
  }
}
