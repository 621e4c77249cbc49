import SerinFlags
import Store

/// Planning changes for an instant, and moving or cancelling them before.
struct ScheduleService: Sendable {
  let flags: FlagService
  /// Wakes the runner when what is due next has changed.
  let signal: WakeSignal

  /// So many changes of a project can wait.
  static let maximumWaiting = 1000

  var store: any ConfigurationStore { flags.store }

  /// Plans a change.
  ///
  /// It is looked at as if it were made now: what is wrong with it is said when it is planned and not when nobody looks.
  /// - Throws: 403 for somebody who could not make the change at once either, and `approvalRequired` where it needs an
  ///   approval; what the change itself throws; 409 when too many wait.
  func plan(
    _ operation: PlannedOperation, at instant: PlannedInstant, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> JobRecord {
    try operation.check(caller.access, in: place)
    if case .apply(let document, _) = operation, !(document["flags"]?.objectValue ?? [:]).isEmpty {
      throw Problem(
        path: "change.document.flags",
        message: "would overwrite what others change until then; plan replaceFlag for each flag instead")
    }
    let settled = try await flags.settled(operation, in: place)
    _ = try await flags.change(by: settled, in: place, by: caller, isGuarded: true)
    try operation.checkReason(reason, in: place)
    var job = JobRecord(
      id: RecordID.make(prefix: "j_"), kind: "", projectID: place.project.id, dueAt: instant.milliseconds,
      wallTime: instant.wallTime, zone: instant.zone, actor: caller.actor, reason: reason, payload: "")
    if !settled.isOfProject { job.environmentID = place.environment.id }
    if let key = settled.flagKey { job.flagID = try await flags.flag(key, in: place.project)?.id }
    return try await add(.change(settled), as: job, in: place.project, by: caller)
  }

  /// Puts a job on record that was checked.
  func add(
    _ planned: PlannedJob, as blank: JobRecord, in project: ProjectRecord, by caller: Caller
  ) async throws(Problem) -> JobRecord {
    let waiting = try await withStore { () async throws(StoreError) in
      try await store.jobs(
        projectID: project.id, flagID: nil, includesFinished: false, limit: Self.maximumWaiting)
    }
    guard waiting.count < Self.maximumWaiting else {
      throw Problem(.conflict, "\(waiting.count) changes wait in this project, and more are not possible")
    }
    var job = blank
    job.kind = planned.kind
    job.payload = planned.payload
    return try await write(.create(job), "schedule.create", in: project, by: caller, reason: job.reason)
  }

  /// The changes of a flag that are not over, by their instants.
  /// - Throws: 404 for a flag that is not there.
  func unfinished(of flag: String, in project: ProjectRecord) async throws(Problem) -> [JobRecord] {
    let flagID = try await self.flag(flag, in: project).id
    return try await withStore { () async throws(StoreError) in
      try await store.jobs(
        projectID: project.id, flagID: flagID, includesFinished: false, limit: Self.maximumWaiting)
    }
  }

  /// A flag of a project.
  /// - Throws: 404.
  func flag(_ key: String, in project: ProjectRecord) async throws(Problem) -> FlagRecord {
    guard let found = try await flags.flag(key, in: project) else {
      throw Problem(.flagNotFound, "project \"\(project.key)\" has no flag \"\(key)\"")
    }
    return found
  }

  /// One of them.
  /// - Throws: 404.
  func schedule(_ id: String, in project: ProjectRecord) async throws(Problem) -> JobRecord {
    let job = try await withStore { () async throws(StoreError) in try await store.job(id: id) }
    guard let job, job.projectID.hasSameBytes(as: project.id) else {
      throw Problem(.notFound, "project \"\(project.key)\" has no schedule \"\(id)\"")
    }
    return job
  }

  /// Moves a change to another instant, with everything that it does.
  /// - Parameter version: The version that was looked at; nil for whatever is there.
  /// - Throws: 409 when it does not wait any more, 412 when somebody else moved it meanwhile.
  func move(
    _ id: String, to instant: PlannedInstant, version: Int64?, in project: ProjectRecord, by caller: Caller,
    reason: String
  ) async throws(Problem) -> JobRecord {
    let job = try await waiting(id, in: project, by: caller)
    try await checkUnmoved(job, since: version, to: instant)
    if job.dueAt == instant.milliseconds, job.wallTime == instant.wallTime, job.zone == instant.zone { return job }
    let write = JobWrite.move(
      id: id, dueAt: instant.milliseconds, wallTime: instant.wallTime, zone: instant.zone,
      expects: .version(job.version))
    return try await self.write(write, "schedule.move", in: project, by: caller, reason: reason)
  }

  /// Cancels a change; cancelling twice is the same as once.
  /// - Throws: 409 when it was made already.
  func cancel(
    _ id: String, in project: ProjectRecord, by caller: Caller, reason: String
  ) async throws(Problem) -> JobRecord {
    let job = try await schedule(id, in: project)
    if job.state == .cancelled { return job }
    _ = try await waiting(id, in: project, by: caller)
    let write = JobWrite.cancel(id: id, expects: .version(job.version))
    return try await self.write(write, "schedule.cancel", in: project, by: caller, reason: reason)
  }

  /// Cancels the changes of a flag that wait and that `isUnwanted` picks: for a rollback, which must not be undone by
  /// what was planned before it.
  /// - Returns: Those that were cancelled.
  func cancelAll(
    of flag: FlagRecord, in project: ProjectRecord, by caller: Caller, reason: String,
    where isUnwanted: @Sendable (PlannedOperation) -> Bool
  ) async throws(Problem) -> [JobRecord] {
    var cancelled: [JobRecord] = []
    for job in try await unfinished(of: flag.key, in: project) where job.state == .waiting {
      guard case .change(let operation)? = try? PlannedJob(job), isUnwanted(operation) else { continue }
      let write = JobWrite.cancel(id: job.id, expects: .present)
      cancelled.append(try await self.write(write, "schedule.cancel", in: project, by: caller, reason: reason))
    }
    return cancelled
  }

  /// A job that waits and that the caller may change, which takes what making the change takes.
  private func waiting(
    _ id: String, in project: ProjectRecord, by caller: Caller
  ) async throws(Problem) -> JobRecord {
    let job = try await schedule(id, in: project)
    try check(caller, mayChange: job)
    guard job.state == .waiting else {
      throw Problem(.conflict, "the schedule does not wait any more: its state is \"\(job.state.rawValue)\"")
    }
    return job
  }

  private func check(_ caller: Caller, mayChange job: JobRecord) throws(Problem) {
    guard let access = caller.access else { return }
    let environment = job.environmentID.flatMap { flags.keeper.state.rulesets[$0]?.environment }
    var permission = Permission.edit
    if case .change(let operation)? = try? PlannedJob(job) { permission = operation.permission }
    guard access.has(permission, in: job.projectID, environment: environment) else {
      throw Problem(.forbidden, "this takes \(permission.holder)")
    }
  }

  private func write(
    _ write: JobWrite, _ action: String, in project: ProjectRecord, by caller: Caller, reason: String
  ) async throws(Problem) -> JobRecord {
    var edit = Edit(audit: caller.entry(action, write.object, reason: reason))
    edit.job = write
    do throws(StoreError) { _ = try await store.commit(Change(chain: project.id, edits: [edit])) } catch {
      throw Problem(committing: error)
    }
    signal.ring()
    return try await schedule(write.id, in: project)
  }
}
