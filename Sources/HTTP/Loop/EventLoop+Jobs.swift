internal import CLibUV
internal import SerinLock
internal import Synchronization

extension EventLoop {
  /// How many rounds of jobs run before the loop looks at its sockets again.
  private static let roundsInATurn = 32

  /// Takes a job from any thread.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent, local.pointee.isOpen {
      local.pointee.jobs.append(job)
      return
    }
    let needsThread = remote.withLock { remote -> Bool in
      remote.jobs.append(job)
      guard !remote.isRunning else {
        if remote.jobs.count == 1 { uv_async_send(wakeUp) }
        return false
      }
      defer { remote.isDraining = true }
      return !remote.isDraining
    }
    if needsThread { Thread.detach { self.drainRemains() } }
  }

  /// The loop as the executor of actors.
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Stops the program when the caller is not on the loop.
  func checkIsolated() { precondition(isCurrent, "not on the event loop") }

  /// Whether the caller is on the loop.
  func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Runs the jobs that are ready and then the hook; every callback of libuv ends with it.
  func endTurn() {
    var rounds = 0
    while !local.pointee.jobs.isEmpty || local.pointee.needsHook {
      // Jobs that keep making jobs must not keep the sockets waiting.
      guard rounds < Self.roundsInATurn else {
        uv_async_send(wakeUp)
        return
      }
      runLocalJobs()
      if local.pointee.needsHook {
        local.pointee.needsHook = false
        local.pointee.hooks?.endOfTurn()
      }
      rounds += 1
    }
  }

  /// Runs jobs until there are none, one after the other, so that a job may run the loop itself.
  func runRemainingJobs() {
    while !local.pointee.jobs.isEmpty { runJob(local.pointee.jobs.removeFirst()) }
  }

  private func runLocalJobs() {
    guard !local.pointee.jobs.isEmpty else { return }
    swap(&local.pointee.jobs, &local.pointee.batch)
    for index in 0..<local.pointee.batch.count { runJob(local.pointee.batch[index]) }
    local.pointee.batch.removeAll(keepingCapacity: true)
  }

  func takeRemoteJobs() {
    let local = local
    remote.withLock { remote in
      guard !remote.jobs.isEmpty else { return }
      local.pointee.jobs.append(contentsOf: remote.jobs)
      remote.jobs.removeAll(keepingCapacity: true)
    }
  }

  func runJob(_ job: UnownedJob) {
    job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
  }

  /// Runs the jobs that come after the end of the loop, on a thread that stands in for the loop's.
  func drainRemains() {
    owner.store(Thread.current, ordering: .relaxed)
    while true {
      let jobs = remote.withLock { remote -> [UnownedJob] in
        let jobs = remote.jobs
        remote.jobs = []
        if jobs.isEmpty {
          owner.store(0, ordering: .relaxed)
          remote.isDraining = false
        }
        return jobs
      }
      guard !jobs.isEmpty else { return }
      for job in jobs { runJob(job) }
    }
  }
}
