import SerinFlags
import Store

extension ChangeRequestService {
  /// Approves a request or turns it down.
  ///
  /// What is said holds for the content that was seen, and for no other.
  /// - Parameter contentHash: The content hash that was shown, in hexadecimal.
  /// - Throws: 403 for the author and for somebody who may not release, 412 for another content, 409 when it is closed or
  ///   when what it starts from has changed.
  func decide(
    _ verdict: ChangeVerdictRecord.Verdict, on id: String, contentHash: String, in place: Place, by caller: Caller,
    reason: String
  ) async throws(Problem) -> ChangeRequestRecord {
    let request = try await openRequest(id, version: nil, in: place)
    let person = caller.person
    // The author may take a request back, but not approve it: otherwise one person alone could change everything.
    let isAuthor = request.author.hasSameBytes(as: person)
    if isAuthor, verdict == .approve {
      throw Problem(.forbidden, "the author cannot approve a change request; it takes somebody else")
    }
    guard contentHash == request.contentHash.hexadecimal else {
      throw Problem(
        .preconditionFailed, "the change request was changed since it was shown; look at it again",
        members: ["contentHash": .string(request.contentHash.hexadecimal)])
    }
    var state = request.state
    switch verdict {
    case .reject:
      if isAuthor {
        try checkMayWrite(caller, in: place)
      } else {
        try checkReleaser(caller.access, of: [place.environment], in: place)
      }
      state = .rejected
    case .approve:
      let change = try await unmovedChange(of: request, in: place, by: caller)
      let environments = reach(of: change, in: place)
      try checkReleaser(caller.access, of: environments, in: place)
      let approvers = try await approvers(of: request)
      let others = approvers.filter { !$0.hasSameBytes(as: person) }
      state = Int64(others.count + 1) >= needed(in: environments) ? .approved : .open
      // Said already: saying it twice is the same as once.
      if others.count < approvers.count, state == request.state { return request }
    }
    let said = ChangeVerdictRecord(
      requestID: request.id, person: person, contentHash: request.contentHash, verdict: verdict)
    return try await write(
      .verdict(said, state: state, expects: .version(request.version)),
      verdict == .approve ? "changeRequest.approve" : "changeRequest.reject", in: place, by: caller, reason: reason)
  }

  /// Who approves the content that a request has now.
  func approvers(of request: ChangeRequestRecord) async throws(Problem) -> [String] {
    let verdicts = try await withStore { () async throws(StoreError) in
      try await store.changeVerdicts(requestID: request.id)
    }
    return verdicts.filter {
      $0.contentHash == request.contentHash && $0.verdict == .approve && !$0.person.hasSameBytes(as: request.author)
    }.map(\.person)
  }

  /// The environments whose releasers have to approve: the request's own, and other protected ones that it reaches.
  func reach(of change: Change, in place: Place) -> [EnvironmentRecord] {
    let touched = ChangeAuthority.protectedEnvironments(touchedBy: change, in: flags.keeper.state)
    return [place.environment] + touched.filter { $0.id != place.environment.id }
  }

  /// How many approvals a change of some environments needs.
  func needed(in environments: [EnvironmentRecord]) -> Int64 {
    max(1, environments.filter(\.isProtected).map(\.approvalsNeeded).max() ?? 1)
  }

  /// - Throws: 403 for somebody who may not release in each of the environments.
  func checkReleaser(
    _ access: Access?, of environments: [EnvironmentRecord], in place: Place
  ) throws(Problem) {
    guard let access else { return }
    for environment in environments
    where !access.has(.release, in: place.project.id, environment: environment) {
      throw Problem(.forbidden, "this takes \(Permission.release.holder), in \"\(environment.key)\"")
    }
  }

  /// What a request would do now, if that is what was proposed.
  /// - Throws: 409 with what has changed since; the request is stale then.
  func unmovedChange(
    of request: ChangeRequestRecord, in place: Place, by caller: Caller
  ) async throws(Problem) -> Change {
    guard let outline = ChangeOutline(parsing: request.baseVersions) else {
      throw Problem(.internalError, "the stored base of \(request.id) cannot be read")
    }
    let change: Change?
    do throws(Problem) {
      change = try await flags.change(by: request.operation, in: place, by: caller, isGuarded: false)
    } catch {
      guard error.code != .unavailable, error.code != .internalError else { throw error }
      try await markStale(request, in: place, by: caller)
      throw try await moved(since: outline, why: error.detail)
    }
    if let change, outline.bound(change) != nil, try await ChangeOutline(change, store: store) == outline {
      return change
    }
    try await markStale(request, in: place, by: caller)
    throw try await moved(since: outline, why: ApprovedChange.moved.detail)
  }

  private func moved(since outline: ChangeOutline, why: String) async throws(Problem) -> Problem {
    let difference = try await ChangeDifference(since: outline, store: store)
    return Problem(
      .conflict, "\(why); the author can rebase the change request",
      members: ["changed": difference.json(flags.keeper.state)])
  }

  private func markStale(
    _ request: ChangeRequestRecord, in place: Place, by caller: Caller
  ) async throws(Problem) {
    guard request.state != .stale else { return }
    var stale = request
    stale.state = .stale
    _ = try await write(
      .update(stale, expects: .version(request.version)), "changeRequest.stale", in: place, by: caller, reason: "")
  }
}
