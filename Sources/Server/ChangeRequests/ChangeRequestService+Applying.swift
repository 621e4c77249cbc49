import SerinFlags
import Store

extension ChangeRequestService {
  /// How a request is applied.
  struct Application: Sendable {
    /// Whether an admin goes ahead without the approvals.
    var isBreakGlass = false
    /// The job that is finished with it.
    var job: JobWrite?
    /// Why; may be empty.
    var reason = ""
  }

  /// Applies a request: exactly what was approved, once.
  ///
  /// The rights of the author and of those who approved are looked at again.
  /// - Throws: 403 for somebody who is neither the author nor a releaser; 409 while approvals are missing, when it was
  ///   applied already, and when what it started from has changed.
  func apply(
    _ id: String, _ application: Application, in place: Place, by caller: Caller
  ) async throws(Problem) -> ChangeRequestRecord {
    let request = try await openRequest(id, version: nil, in: place)
    try checkApplier(caller, of: request, in: place)
    let change = try await unmovedChange(of: request, in: place, by: caller)
    let environments = reach(of: change, in: place)
    if application.isBreakGlass {
      try checkBreakGlass(caller, environments, in: place, reason: application.reason)
    } else {
      try await checkApprovals(of: request, change, for: environments, in: place)
    }
    guard let outline = ChangeOutline(parsing: request.baseVersions) else { throw ApprovedChange.moved }
    var applied = request
    applied.state = .applied
    let companion = ChangeCompanion(
      job: application.job,
      approved: ApprovedChange(
        outline: outline, write: .update(applied, expects: .version(request.version))))
    var service = flags
    service.companion = companion
    for environment in environments { service.authority.admits(environment) }
    service.authority.isBreakGlass = application.isBreakGlass
    let reason = application.reason.isEmpty ? request.title : application.reason
    var recorded = caller
    if caller.via != "schedule" { recorded = Caller(caller, via: "approval") }
    do throws(Problem) {
      try await service.perform(request.operation, in: place, by: recorded, reason: reason)
    } catch {
      // Somebody else may have been faster, in which case that is what is to be said.
      _ = try await openRequest(id, version: nil, in: place)
      throw error
    }
    guard companion.isWritten else {
      _ = try await openRequest(id, version: nil, in: place)
      throw ApprovedChange.moved
    }
    return try await self.request(id, in: place)
  }

  /// Applies a request whose instant has come, and finishes the job with it.
  @Sendable func applyForJob(
    _ id: String, in place: Place, by caller: Caller, finishing job: JobWrite, reason: String
  ) async throws(Problem) {
    _ = try await apply(id, Application(job: job, reason: reason), in: place, by: caller)
  }

  /// Has an approved request applied at an instant.
  /// - Throws: as ``apply(_:_:in:by:)``.
  func schedule(
    _ id: String, at instant: PlannedInstant, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> ChangeRequestRecord {
    var request = try await openRequest(id, version: nil, in: place)
    try checkApplier(caller, of: request, in: place)
    let change = try await unmovedChange(of: request, in: place, by: caller)
    try await checkApprovals(of: request, change, for: reach(of: change, in: place), in: place)
    if let jobID = request.jobID {
      let job = try await withStore { () async throws(StoreError) in try await store.job(id: jobID) }
      if let job, !job.state.isFinished {
        throw Problem(.conflict, "it is planned already, as schedule \"\(jobID)\"; move that one or cancel it")
      }
    }
    let planned = PlannedJob.changeRequest(id: request.id)
    var job = JobRecord(
      id: RecordID.make(prefix: "j_"), kind: planned.kind, projectID: place.project.id,
      environmentID: place.environment.id, dueAt: instant.milliseconds, wallTime: instant.wallTime, zone: instant.zone,
      actor: caller.actor, reason: reason.isEmpty ? request.title : reason, payload: planned.payload)
    if let key = try request.operation.flagKey { job.flagID = try await flags.flag(key, in: place.project)?.id }
    request.jobID = job.id
    return try await write(
      .update(request, expects: .version(request.version)), job: .create(job), "changeRequest.schedule", in: place,
      by: caller, reason: job.reason)
  }

  private func checkApplier(
    _ caller: Caller, of request: ChangeRequestRecord, in place: Place
  ) throws(Problem) {
    guard let access = caller.access else { return }
    if request.author.hasSameBytes(as: caller.person) { return try checkProposer(access, in: place) }
    try checkReleaser(access, of: [place.environment], in: place)
  }

  private func checkBreakGlass(
    _ caller: Caller, _ environments: [EnvironmentRecord], in place: Place, reason: String
  ) throws(Problem) {
    guard !reason.isEmpty else {
      throw Problem(path: "reason", message: "is required to go ahead without approvals")
    }
    for environment in environments {
      guard caller.access?.has(.administer, in: place.project.id, environment: environment) ?? true else {
        throw Problem(.forbidden, "this takes \(Permission.administer.holder)")
      }
    }
  }

  /// - Throws: 403 when the author has lost the right to propose, 409 when too few of those who approved may still do so.
  private func checkApprovals(
    of request: ChangeRequestRecord, _ change: Change, for environments: [EnvironmentRecord], in place: Place
  ) async throws(Problem) {
    guard let author = try await rights.access(of: request.author) else {
      throw Problem(.forbidden, "\(request.author), who proposed it, has no rights any more")
    }
    try checkProposer(author, in: place)
    try checkReach(of: change, by: author, in: place)
    var counted: Int64 = 0
    for person in try await approvers(of: request) {
      guard let access = try await rights.access(of: person) else { continue }
      let mayRelease = environments.allSatisfy {
        access.has(.release, in: place.project.id, environment: $0)
      }
      if mayRelease { counted += 1 }
    }
    let needed = needed(in: environments)
    guard counted >= needed else {
      throw Problem(
        .approvalRequired,
        "the change request has \(counted) of the \(needed) approvals that it needs; those of another content, and of "
          + "people who may not release here any more, do not count")
    }
  }
}

extension Caller {
  /// The same person by another path.
  fileprivate init(_ caller: Caller, via: String) {
    self.init(actor: caller.actor, via: via, requestID: caller.requestID, access: caller.access)
  }
}
