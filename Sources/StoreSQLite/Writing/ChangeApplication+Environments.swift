internal import SerinFlags
internal import Store

extension ChangeApplication {
  /// Creates, changes or removes an environment.
  mutating func apply(_ write: EnvironmentWrite, to log: inout EditLog) throws(StoreError) {
    switch write {
    case .create(let environment): log.after.environments.append(try create(environment))
    case .update(let wanted, let expects):
      let index = try indexOfEnvironment(wanted.id)
      let current = environments[index].record
      try expects.check(object: "environment:\(wanted.id)", found: current.version)
      guard let next = current.updated(by: wanted) else { return }
      try refuseTakenKey(of: next)
      try connection.run(
        """
        UPDATE environment SET key = ?, name = ?, position = ?, is_protected = ?, approvals_needed = ?,
          keeps_contexts = ?, version = ?
        WHERE id = ?
        """, next.key, next.name, next.position, next.isProtected, next.approvalsNeeded, next.keepsContexts,
        next.version, next.id)
      environments[index].record = next
      log.before.environments.append(current)
      log.after.environments.append(next)
    case .remove(let id):
      let index = try indexOfEnvironment(id)
      try refuseKeys(of: "environment \"\(environments[index].record.key)\"", column: "env_id", id)
      // The key grammar has no `~`, so the row keeps a name that nobody can ask for.
      try connection.run("UPDATE environment SET key = key || '~' || id, archived_at = ? WHERE id = ?", at, id)
      log.before.environments.append(environments[index].record)
    case .advance(let id, let instant): try advance(id, past: instant, log: &log)
    }
  }

  /// Gives an environment a new revision for an instant that is part of none yet.
  private mutating func advance(_ id: String, past instant: Int64, log: inout EditLog) throws(StoreError) {
    let index = try indexOfEnvironment(id)
    let passed = try connection.row("SELECT passed_at FROM environment WHERE id = ?", id) { $0.integer(0) } ?? 0
    // What was passed in the future was passed by a clock that was wrong and has been set since.
    guard passed < instant || passed > at * 1000 else { return }
    let revision = environments[index].touch()
    environments[index].passedAt = instant
    try connection.run(
      "INSERT INTO environment_advance (env_id, revision, at) VALUES (?, ?, ?)", id, revision, at)
    log.note(environmentID: id, revision: revision)
  }

  /// Creates an environment without items, at revision 0.
  private mutating func create(_ wanted: EnvironmentRecord) throws(StoreError) -> EnvironmentRecord {
    guard try exists("SELECT 1 FROM project WHERE id = ?", wanted.projectID) else {
      throw .notFound(object: "project:\(wanted.projectID)")
    }
    if try exists("SELECT 1 FROM environment WHERE id = ?", wanted.id) {
      throw .duplicate(object: "environment:\(wanted.id)")
    }
    try refuseTakenKey(of: wanted)
    var environment = wanted
    environment.version = try lastVersion(ofRemoved: wanted) + 1
    environment.revision = 0
    environment.digest = .zero
    environment.createdAt = at
    environment.number = try number(wanted: wanted.number)
    try connection.run(
      "INSERT INTO environment (\(Row.environmentColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      environment.id, environment.number, environment.projectID, environment.key, environment.name,
      environment.isProtected, environment.approvalsNeeded, environment.position, environment.version,
      environment.revision, environment.digest.bytes, environment.createdAt, environment.keepsContexts)
    environments.append(Environment(record: environment))
    return environment
  }

  /// The highest version of the environments that had a key and were removed: versions go on from there, so that an edit that
  /// began with one of those is not taken for one of the new environment.
  private func lastVersion(ofRemoved wanted: EnvironmentRecord) throws(StoreError) -> Int64 {
    try connection.row(
      """
      SELECT coalesce(max(version), 0) FROM environment
      WHERE project_id = ?1 AND archived_at IS NOT NULL AND key = ?2 || '~' || id
      """, wanted.projectID, wanted.key
    ) { $0.integer(0) } ?? 0
  }

  /// Refuses to remove what a key that is not revoked belongs to: nobody could revoke it afterwards.
  ///
  /// - Parameters:
  ///   - what: What is removed, in words.
  ///   - column: The column of the table of tokens that names it.
  func refuseKeys(of what: String, column: String, _ id: String) throws(StoreError) {
    guard try exists("SELECT 1 FROM token WHERE \(column) = ? AND revoked_at IS NULL", id) else { return }
    throw .refused(reason: "\(what) has keys that are not revoked")
  }

  private func refuseTakenKey(of environment: EnvironmentRecord) throws(StoreError) {
    let owner = try connection.row(
      "SELECT id FROM environment WHERE project_id = ? AND key = ?", environment.projectID, environment.key
    ) { $0.text(0) }
    guard let owner, !owner.hasSameBytes(as: environment.id) else { return }
    throw .duplicate(object: "environment:\(environment.key)")
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
