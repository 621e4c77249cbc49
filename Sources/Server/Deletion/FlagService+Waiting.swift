import SerinFlags
import Store

extension FlagService {
  /// Refuses to take a flag away while changes of it are planned or proposed, except that it is deleted.
  /// - Throws: 409 that names them.
  func checkNothingWaits(for flag: FlagRecord, in project: ProjectRecord) async throws(Problem) {
    var waiting = try await waitingSchedules(of: flag, in: project)
    for environment in keeper.state.environments(of: project) {
      waiting += try await waitingRequests(of: flag, in: environment)
    }
    guard !waiting.isEmpty else { return }
    throw Problem(
      .conflict,
      "flag \"\(flag.key)\" cannot be deleted while changes of it wait: \(waiting.joined(separator: "; ")); cancel or "
        + "reject those first")
  }

  private func waitingSchedules(of flag: FlagRecord, in project: ProjectRecord) async throws(Problem) -> [String] {
    let jobs = try await withStore { () async throws(StoreError) in
      try await store.jobs(
        projectID: project.id, flagID: nil, includesFinished: false, limit: ScheduleService.maximumWaiting)
    }
    return jobs.compactMap { job in
      guard case .change(let operation)? = try? PlannedJob(job), operation.needs(flag.key),
        job.flagID.map(flag.id.hasSameBytes) ?? true
      else { return nil }
      return "schedule \(job.id) (\(operation.name) at \(Instants.text(job.dueAt)))"
    }
  }

  private func waitingRequests(
    of flag: FlagRecord, in environment: EnvironmentRecord
  ) async throws(Problem) -> [String] {
    let requests = try await withStore { () async throws(StoreError) in
      try await store.changeRequests(
        environmentID: environment.id, states: [.open, .approved], limit: ChangeRequestService.maximumOpen)
    }
    return requests.compactMap { request in
      guard let operation = try? request.operation, operation.needs(flag.key) else { return nil }
      return "change request \(request.id) (\(operation.name) in \(environment.key))"
    }
  }
}

extension PlannedOperation {
  /// Whether it needs the flag of this key to be there when it is made.
  fileprivate func needs(_ key: String) -> Bool {
    switch self {
    case .create, .setDeleted: false
    case .promote(let promotion): promotion.flags?.contains(where: key.hasSameBytes) ?? false
    default: concerns(key)
    }
  }
}
