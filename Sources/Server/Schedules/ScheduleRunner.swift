import SerinFlags
import Store

/// Makes the changes whose instant has come.
///
/// Several nodes may run one on the same store: each change is taken by one of them. What an outage has left behind is
/// made once, in the order of the instants.
actor ScheduleRunner {
  private let flags: FlagService
  private let rights: any RightsSource
  private let signal: WakeSignal
  private let sleep: @Sendable (Int64) async -> Void
  private let log: @Sendable (String) -> Void
  private let applyRequest: ChangeRequestApplication

  /// Applies an approved change request, and finishes the job with it.
  typealias ChangeRequestApplication =
    @Sendable (_ id: String, _ place: Place, _ caller: Caller, _ job: JobWrite, _ reason: String) async throws(Problem)
    -> Void

  /// How long a node holds a change that it makes, in milliseconds: longer than any change takes.
  static let lease: Int64 = 60_000
  /// So often a change is begun at most.
  static let maximumAttempts: Int64 = 12
  /// How long the runner sleeps at most, in milliseconds: others may plan something, and clocks may be set.
  static let longestSleep: Int64 = 5000

  /// Creates a runner.
  ///
  /// - Parameter sleep: Waits so many milliseconds, or until its task is cancelled.
  init(
    flags: FlagService, rights: any RightsSource, signal: WakeSignal, sleep: @escaping @Sendable (Int64) async -> Void,
    log: @escaping @Sendable (String) -> Void, applyRequest: @escaping ChangeRequestApplication
  ) {
    self.flags = flags
    self.rights = rights
    self.signal = signal
    self.sleep = sleep
    self.log = log
    self.applyRequest = applyRequest
  }

  private var store: any ConfigurationStore { flags.store }

  /// Runs what is due whenever it is due, until the task is cancelled or the store is closed.
  func run() async {
    var wakes = signal.wakes.makeAsyncIterator()
    while !Task.isCancelled {
      let next: Int64?
      do throws(StoreError) { next = try await runDue() } catch {
        if case .closed = error { return }
        log("what is planned cannot be read: \(error); trying again")
        next = nil
      }
      let now = flags.keeper.now.microseconds / 1000
      let delay = min(max(0, (next ?? .max) - now), Self.longestSleep)
      let timer = Task { [sleep, signal] in
        await sleep(delay)
        if !Task.isCancelled { signal.ring() }
      }
      _ = await wakes.next(isolation: self)
      timer.cancel()
    }
  }

  /// Makes every change that is due, one after another.
  /// - Returns: The instant at which the next one can be made; nil when none waits.
  func runDue() async throws(StoreError) -> Int64? {
    while let job = try await store.claimJob(lease: Self.lease) { try await run(job) }
    return try await store.nextJobInstant()
  }

  private func run(_ job: JobRecord) async throws(StoreError) {
    do throws(Problem) {
      guard job.attempts <= Self.maximumAttempts else {
        throw Problem(.conflict, "it was begun \(job.attempts - 1) times: \(job.lastError ?? "nothing came of it")")
      }
      let finish = JobWrite.finish(id: job.id, fence: job.fence, state: .done, error: nil)
      if try await !perform(job, with: finish) { try await self.finish(job, .noChange, error: nil) }
    } catch {
      if case .closed? = error.storeError { throw .closed }
      try await note(error, of: job)
    }
  }

  /// Does what a job says, under the rights that its planner has now.
  /// - Returns: Whether there was something to do; then the job is finished with it.
  private func perform(_ job: JobRecord, with finish: JobWrite) async throws(Problem) -> Bool {
    guard let access = try await rights.access(of: job.actor) else {
      throw Problem(.forbidden, "\(job.actor), who planned it, has no rights any more")
    }
    guard let place = flags.keeper.state.place(projectID: job.projectID, environmentID: job.environmentID) else {
      throw Problem(.notFound, "environment gone")
    }
    let caller = Caller(actor: job.actor, via: "schedule", requestID: job.id, access: access)
    switch try PlannedJob(job) {
    case .changeRequest(let id):
      try await applyRequest(id, place, caller, finish, job.reason)
      return true
    case .change(let operation):
      try operation.check(access, in: place)
      if let key = operation.flagKey, let id = job.flagID {
        guard let flag = try await flags.flag(key, in: place.project), flag.id.hasSameBytes(as: id) else {
          throw Problem(.flagNotFound, "flag gone")
        }
      }
      let companion = ChangeCompanion(job: finish)
      var service = flags
      service.companion = companion
      try await service.perform(operation, in: place, by: caller, reason: job.reason)
      return companion.isWritten
    }
  }

  /// Gives a job back for another try when what stood in the way may pass, and otherwise says that it failed.
  private func note(_ problem: Problem, of job: JobRecord) async throws(StoreError) {
    let words = problem.detail.unicodeScalars.filter { $0.value != 0 }.map(String.init).joined()
    if problem.isTemporary, job.attempts < Self.maximumAttempts {
      log("schedule \(job.id) could not be run: \(words); trying again")
      let delay = min(Int64(1000) << min(job.attempts - 1, 10), 60_000)
      _ = try await store.releaseJob(id: job.id, fence: job.fence, delay: delay, error: words)
      return
    }
    do throws(Problem) { try await finish(job, .failed, error: words) } catch {
      // The lease runs out then, and the change is tried again.
      throw error.storeError ?? .failed(reason: error.detail)
    }
  }

  /// Puts on record what came of a job that changed nothing.
  private func finish(_ job: JobRecord, _ state: JobState, error: String?) async throws(Problem) {
    let write = JobWrite.finish(id: job.id, fence: job.fence, state: state, error: error)
    let caller = Caller(actor: job.actor, via: "schedule", requestID: job.id, access: nil)
    var edit = Edit(audit: caller.entry("schedule.run", write.object, reason: job.reason))
    edit.job = write
    do throws(StoreError) {
      _ = try await store.commit(Change(chain: job.projectID, edits: [edit]))
    } catch {
      // Another node has taken the job over meanwhile: it is no longer this one's to finish.
      if case .conflict = error { return }
      throw Problem(committing: error)
    }
  }
}

extension Problem {
  /// Whether the same may succeed a little later: the store is away, or somebody else was faster.
  fileprivate var isTemporary: Bool {
    if case .conflict? = storeError { return true }
    return code == .unavailable
  }
}
