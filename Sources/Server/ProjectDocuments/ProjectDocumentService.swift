import SerinFlags
import Store

/// What can be done with a whole project as one document.
struct ProjectDocumentService: Sendable {
  let flags: FlagService

  /// A document that somebody wants the project to look like.
  struct Wish: Sendable {
    let document: JSONValue
    /// Whether flags that it does not mention are archived, and segments deleted that nothing uses then.
    var isPruning = false
    let caller: Caller
    var reason = ""
  }

  /// Everything of a project that its document tells, in all environments at one instant.
  func contents(of project: ProjectRecord) async throws(Problem) -> ProjectContents {
    try await ProjectContents(of: project, in: flags.store)
  }

  /// Says what applying a document would change and what of it would be refused to whoever asks, and writes nothing.
  func plan(_ wish: Wish, for project: ProjectRecord) async throws(Problem) -> DocumentPlan {
    var planner = DocumentPlanner(
      wish.document, over: try await contents(of: project), isPruning: wish.isPruning, flags: flags, by: wish.caller,
      reason: wish.reason)
    return try await planner.plan()
  }

  /// Makes a project look like a document: all of it, or nothing, in one transaction.
  ///
  /// Each environment that is touched gets one revision, and each flag, segment and environment its audit rows. A kill that
  /// comes in between stays, and does not make the plan another one.
  /// - Parameter version: That of the plan that was looked at.
  /// - Throws: 412 when the document or the project is not the one of that plan; 422, 409 and 403 with every problem by its
  ///   place, 403 `approvalRequired` when nothing but approvals is missing.
  func apply(_ wish: Wish, version: String, to project: ProjectRecord) async throws(Problem) -> DocumentPlan {
    try checkEdits(of: wish.caller, in: project)
    return try await flags.changing(project) { () async throws(Problem) in
      for _ in 0..<FlagService.attempts {
        var plan = try await plan(wish, for: project)
        guard plan.version.hasSameBytes(as: version) else {
          throw Problem(
            .preconditionFailed,
            "the document is not that of the plan, or the project was changed since; nothing was written, plan it again",
            members: ["conflict": ["current": .string(plan.version)]])
        }
        guard plan.problems.isEmpty else { throw plan.problems.refusal(propose: plan.propose) }
        try checkReason(wish.reason, of: plan)
        plan.isApplied = true
        guard !plan.edits.isEmpty else { return plan }
        do throws(Problem) {
          try await flags.commit(Change(chain: project.id, edits: plan.edits))
        } catch {
          switch error.storeError {
          case .conflict?, .duplicate?: continue
          default: throw error
          }
        }
        if plan.changesFrame { try await flags.keeper.reloadAfterChange() }
        for environment in flags.keeper.state.environments(of: project) {
          plan.revisions[environment.key] = .number(Double(environment.revision))
        }
        return plan
      }
      throw Problem(.conflict, "the project is being changed by others all the time; try again")
    }
  }

  /// Refuses to change a protected environment itself without saying why.
  private func checkReason(_ reason: String, of plan: DocumentPlan) throws(Problem) {
    for case .update(let environment, _) in plan.edits.flatMap(\.environments) {
      try flags.keeper.state.rulesets[environment.id]?.environment.checkReason(reason)
    }
  }

  /// Refuses to apply anything for somebody who may edit nowhere in the project.
  private func checkEdits(of caller: Caller, in project: ProjectRecord) throws(Problem) {
    guard let access = caller.access else { return }
    let environments = flags.keeper.state.environments(of: project)
    guard environments.contains(where: { access.has(.edit, in: project.id, environment: $0) }) else {
      throw Problem(.forbidden, "this takes \(Permission.edit.holder)")
    }
  }
}
