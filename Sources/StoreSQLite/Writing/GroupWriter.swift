internal import Store

/// Writes changes in groups: whatever queued while one transaction was synced is the next transaction.
///
/// One sync then serves many changes. Each change has a savepoint of its own, so one that fails leaves its neighbours
/// alone. Nobody is told anything before the transaction is on the disk: what a change saw, a conflict included, may be
/// a neighbour's work that could still be lost.
///
/// Kills go ahead. A change of thousands of rows takes seconds, so when a kill comes meanwhile it is taken back, the kill is
/// written, and the change is begun anew: it is still written as a whole or not at all.
///
/// It belongs to the writer's thread.
struct GroupWriter {
  let connection: Connection
  let auditKey: HMACSHA256
  let clock: @Sendable () -> Int64
  let checkpointFrames: Int
  /// Where kills wait that come while something else is written.
  let queue: JobQueue<WriteJob>
  /// Why nothing is written any more.
  private var failure: StoreError?

  /// The largest group; it bounds how long the first change of a group waits for the others.
  private static let groupLimit = 256
  /// How often the changes of a group make way for kills before they are written all the same.
  private static let yieldLimit = 4

  private typealias Reply = @Sendable (Result<Commit, StoreError>) -> Void
  private typealias Member = (change: Change, reply: Reply)

  init(
    connection: Connection, auditKey: HMACSHA256, clock: @escaping @Sendable () -> Int64, checkpointFrames: Int,
    queue: JobQueue<WriteJob>
  ) {
    self.queue = queue
    self.connection = connection
    self.auditKey = auditKey
    self.clock = clock
    self.checkpointFrames = checkpointFrames
  }

  /// Does the jobs in their order.
  mutating func run(_ jobs: [WriteJob]) {
    var group: [Member] = []
    for job in jobs {
      switch job {
      case .commit(let change, let reply):
        group.append((change, reply))
        if group.count == Self.groupLimit { write(&group) }
      case .use(let body):
        write(&group)
        body(connection)
        checkpointIfDue()
      }
    }
    write(&group)
  }

  private mutating func write(_ group: inout [Member]) {
    guard !group.isEmpty else { return }
    var waiting = takeKills() + group
    group = []
    var yields = 0
    while !waiting.isEmpty {
      let outcomes = commit(waiting.map(\.change), yielding: yields < Self.yieldLimit ? Yielding(queue) : nil)
      for (member, outcome) in zip(waiting, outcomes) { member.reply(outcome) }
      waiting = Array(waiting.dropFirst(outcomes.count))
      guard !waiting.isEmpty else { break }
      yields += 1
      waiting = takeKills() + waiting
    }
    checkpointIfDue()
  }

  /// The kills that wait.
  private func takeKills() -> [Member] {
    queue.takeUrgent().compactMap { job in
      guard case .commit(let change, let reply) = job else { return nil }
      return (change, reply)
    }
  }

  /// What became of each change, in order, once it can no longer be undone.
  ///
  /// Fewer than there are changes when one of them made way: that one and those behind it have left no trace.
  /// - Parameters:
  ///   - isRetry: Whether room was made for the changes already.
  ///   - yielding: What they make way for; nil for nothing.
  private mutating func commit(
    _ changes: [Change], isRetry: Bool = false, yielding: Yielding? = nil
  ) -> [Result<Commit, StoreError>] {
    if let failure { return changes.map { _ in .failure(failure) } }
    do throws(StoreError) {
      try connection.run("BEGIN IMMEDIATE")
      var outcomes: [Result<Commit, StoreError>] = []
      for change in changes {
        let outcome = try attempt(change, yielding: change.isKill ? nil : yielding)
        if let yielding, yielding.hasYielded { break }
        outcomes.append(outcome)
      }
      if outcomes.isEmpty { connection.rollBack() } else { try connection.run("COMMIT") }
      return outcomes
    } catch {
      connection.rollBack()
      noteFailure(error)
      guard case .full = error, failure == nil, !isRetry else { return changes.map { _ in .failure(error) } }
      // Once the log is copied it starts over in the space it has. Then one by one, so that a large change that does
      // not fit takes no small one, a kill perhaps, with it.
      copyLog()
      return changes.flatMap { commit([$0], isRetry: true) }
    }
  }

  /// Applies one change, or leaves no trace of it.
  ///
  /// - Throws: What ended the whole transaction: a full disk, a failed disk.
  private func attempt(_ change: Change, yielding: Yielding?) throws(StoreError) -> Result<Commit, StoreError> {
    try connection.run("SAVEPOINT change")
    do throws(StoreError) {
      var application = ChangeApplication(
        connection: connection, auditKey: auditKey, chain: change.chain, at: clock(), yielding: yielding)
      let commit = try application.apply(change.edits)
      try connection.run("RELEASE change")
      return .success(commit)
    } catch {
      guard connection.isInTransaction, !connection.hasFailed else { throw error }
      try connection.run("ROLLBACK TO change")
      try connection.run("RELEASE change")
      return .failure(error)
    }
  }

  /// Copies the log into the database after the changes were acknowledged, so that nobody waits for it.
  private mutating func checkpointIfDue() {
    guard failure == nil, connection.logFrames >= checkpointFrames else { return }
    copyLog()
  }

  private mutating func copyLog() {
    do throws(StoreError) {
      try connection.checkpoint()
    } catch {
      // The log still has everything, so a full disk is no harm; a failed one is.
      noteFailure(error)
    }
  }

  private mutating func noteFailure(_ error: StoreError) {
    guard connection.hasFailed else { return }
    failure = .failed(
      reason: "the disk failed earlier (\(error)); nothing is written until the store is opened again")
  }
}
