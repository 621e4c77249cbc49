import SerinFlags
import Store

extension FlagService {
  /// Refuses to take a flag away while changes of it are planned or proposed, except that it is deleted.
  /// - Throws: 409 that names them.
  func checkNothingWaits(for flag: FlagRecord, in project: ProjectRecord) async throws(Problem) {
    try await checkNothingWaits(for: "flag \"\(flag.key)\"", in: project) { operation, job in
      operation.needs(flag.key) && job?.flagID.map(flag.id.hasSameBytes) ?? true
    }
  }

  /// Refuses to take a segment away while it is planned or proposed to restore a version of it.
  /// - Throws: 409 that names the plans.
  func checkNothingWaits(forSegment key: String, in project: ProjectRecord) async throws(Problem) {
    try await checkNothingWaits(for: "segment \"\(key)\"", in: project) { operation, _ in
      if case .restoreSegment(let segment, _) = operation { segment.hasSameBytes(as: key) } else { false }
    }
  }

  /// - Parameter needs: Whether an operation needs it, with the job where it is planned.
  private func checkNothingWaits(
    for subject: String, in project: ProjectRecord, _ needs: (PlannedOperation, JobRecord?) -> Bool
  ) async throws(Problem) {
    let jobs = try await withStore { () async throws(StoreError) in
      try await store.jobs(
        projectID: project.id, flagID: nil, includesFinished: false, limit: ScheduleService.maximumWaiting)
    }
    var waiting: [String] = []
    for job in jobs {
      guard case .change(let operation)? = try? PlannedJob(job), needs(operation, job) else { continue }
      waiting.append("schedule \(job.id) (\(operation.name) at \(Instants.text(job.dueAt)))")
    }
    for environment in keeper.state.environments(of: project) {
      let requests = try await withStore { () async throws(StoreError) in
        try await store.changeRequests(
          environmentID: environment.id, states: [.open, .approved], limit: ChangeRequestService.maximumOpen)
      }
      for request in requests {
        guard let operation = try? request.operation, needs(operation, nil) else { continue }
        waiting.append("change request \(request.id) (\(operation.name) in \(environment.key))")
      }
    }
    guard !waiting.isEmpty else { return }
    throw Problem(
      .conflict,
      "\(subject) cannot be deleted while changes of it wait: \(waiting.joined(separator: "; ")); cancel or reject "
        + "those first")
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
