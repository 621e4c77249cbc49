internal import SerinFlags
internal import Store

extension ChangeApplication {
  /// Creates, changes or removes a project.
  func apply(_ write: ProjectWrite, to log: inout EditLog) throws(StoreError) {
    switch write {
    case .create(let project): log.after.project = try create(project)
    case .update(let wanted, let expects):
      let current = try project(wanted.id)
      try expects.check(object: "project:\(wanted.id)", found: current.version)
      guard let next = current.updated(by: wanted) else { return }
      try refuseTakenKey(of: next)
      try connection.run(
        "UPDATE project SET key = ?, name = ?, version = ? WHERE id = ?", next.key, next.name, next.version, next.id)
      log.before.project = current
      log.after.project = next
    case .remove(let id):
      let found = try project(id)
      try refuseKeys(of: "project \"\(found.key)\"", column: "project_id", id)
      log.before.project = found
      // The key grammar has no `~`, so the row keeps a name that nobody can ask for.
      try connection.run("UPDATE project SET key = key || '~' || id, archived_at = ? WHERE id = ?", at, id)
    }
  }

  private func project(_ id: String) throws(StoreError) -> ProjectRecord {
    let found = try connection.row(
      "SELECT \(Row.projectColumns) FROM project WHERE id = ? AND archived_at IS NULL", id
    ) { row throws(StoreError) in try row.project() }
    guard let found else { throw .notFound(object: "project:\(id)") }
    return found
  }

  private func create(_ wanted: ProjectRecord) throws(StoreError) -> ProjectRecord {
    if try exists("SELECT 1 FROM project WHERE id = ?", wanted.id) { throw .duplicate(object: "project:\(wanted.id)") }
    try refuseTakenKey(of: wanted)
    var project = wanted
    project.createdAt = at
    // It goes on from the removed ones of the key, so that an edit that began with one of those is not taken for one of this.
    project.version =
      try connection.row(
        "SELECT coalesce(max(version), 0) + 1 FROM project WHERE archived_at IS NOT NULL AND key = ? || '~' || id",
        wanted.key
      ) { $0.integer(0) } ?? 1
    try connection.run(
      "INSERT INTO project (\(Row.projectColumns)) VALUES (?, ?, ?, ?, ?)",
      project.id, project.key, project.name, project.version, project.createdAt)
    return project
  }

  private func refuseTakenKey(of project: ProjectRecord) throws(StoreError) {
    let owner = try connection.row("SELECT id FROM project WHERE key = ?", project.key) { $0.text(0) }
    guard let owner, !owner.hasSameBytes(as: project.id) else { return }
    throw .duplicate(object: "project:\(project.key)")
  }
}
