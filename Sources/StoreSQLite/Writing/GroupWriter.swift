internal import Store

/// Writes in groups: whatever queued while one transaction was synced is the next transaction.
///
/// One sync then serves many writes. Each has a savepoint of its own, so one that fails leaves its neighbours alone. Nobody
/// is told anything before the transaction is on the disk: what a write saw, a conflict included, may be a neighbour's work
/// that could still be lost.
///
/// Kills go ahead. A change of thousands of rows takes seconds, so when a kill comes meanwhile it is taken back, the kill is
/// written, and the change is begun anew: it is still written as a whole or not at all.
///
/// It belongs to the writer's thread.
struct GroupWriter {
  let connection: Connection
  let checkpointFrames: Int
  /// Where kills wait that come while something else is written.
  let queue: JobQueue<WriteJob>
  /// Why nothing is written any more.
  private var failure: StoreError?

  /// The largest group; it bounds how long the first write of a group waits for the others.
  private static let groupLimit = 256
  /// How often the writes of a group make way for kills before they are written all the same.
  private static let yieldLimit = 4

  private typealias Outcome = Result<@Sendable () -> Void, StoreError>

  init(connection: Connection, checkpointFrames: Int, queue: JobQueue<WriteJob>) {
    self.queue = queue
    self.connection = connection
    self.checkpointFrames = checkpointFrames
  }

  /// Does the jobs in their order.
  mutating func run(_ jobs: [WriteJob]) {
    var group: [GroupedWrite] = []
    for job in jobs {
      switch job {
      case .grouped(let member):
        group.append(member)
        if group.count == Self.groupLimit { write(&group) }
      case .use(let body):
        write(&group)
        body(connection)
        checkpointIfDue()
      }
    }
    write(&group)
  }

  private mutating func write(_ group: inout [GroupedWrite]) {
    var waiting = withUrgent(before: group)
    group = []
    guard !waiting.isEmpty else { return }
    var yields = 0
    while !waiting.isEmpty {
      let outcomes = commit(waiting, yielding: yields < Self.yieldLimit ? Yielding(queue) : nil)
      for (member, outcome) in zip(waiting, outcomes) {
        switch outcome {
        case .success(let acknowledge): acknowledge()
        case .failure(let error): member.refuse(error)
        }
      }
      waiting = Array(waiting.dropFirst(outcomes.count))
      guard !waiting.isEmpty else { break }
      yields += 1
      waiting = withUrgent(before: waiting)
    }
    checkpointIfDue()
  }

  /// Writes with those before them that go ahead and have come since, behind those that go ahead already: of a kill and the
  /// taking back of one, what came later must be written later.
  private func withUrgent(before waiting: [GroupedWrite]) -> [GroupedWrite] {
    let urgent = queue.takeUrgent().compactMap { job in
      if case .grouped(let member) = job { member } else { nil }
    }
    guard !urgent.isEmpty else { return waiting }
    let first = waiting.prefix { $0.isUrgent }
    return first + urgent + waiting.dropFirst(first.count)
  }

  /// What became of each write, in order, once it can no longer be undone.
  ///
  /// Fewer than there are writes when one of them made way: that one and those behind it have left no trace.
  /// - Parameters:
  ///   - isRetry: Whether room was made for the writes already.
  ///   - yielding: What they make way for; nil for nothing.
  private mutating func commit(
    _ group: [GroupedWrite], isRetry: Bool = false, yielding: Yielding? = nil
  ) -> [Outcome] {
    if let failure { return group.map { _ in .failure(failure) } }
    do throws(StoreError) {
      try connection.run("BEGIN IMMEDIATE")
      var outcomes: [Outcome] = []
      for member in group {
        let outcome = try attempt(member, yielding: member.isUrgent ? nil : yielding)
        if let yielding, yielding.hasYielded { break }
        outcomes.append(outcome)
      }
      if outcomes.isEmpty { connection.rollBack() } else { try connection.run("COMMIT") }
      return outcomes
    } catch {
      connection.rollBack()
      noteFailure(error)
      guard case .full = error, failure == nil, !isRetry else { return group.map { _ in .failure(error) } }
      // Once the log is copied it starts over in the space it has. Then one by one, so that a large change that does
      // not fit takes no small one, a kill perhaps, with it.
      copyLog()
      return group.flatMap { commit([$0], isRetry: true) }
    }
  }

  /// Does one write, or leaves no trace of it.
  ///
  /// - Throws: What ended the whole transaction: a full disk, a failed disk.
  private func attempt(_ member: GroupedWrite, yielding: Yielding?) throws(StoreError) -> Outcome {
    try connection.run("SAVEPOINT change")
    do throws(StoreError) {
      let acknowledge = try member.apply(connection, yielding)
      try connection.run("RELEASE change")
      return .success(acknowledge)
    } catch {
      guard connection.isInTransaction, !connection.hasFailed else { throw error }
      try connection.run("ROLLBACK TO change")
      try connection.run("RELEASE change")
      return .failure(error)
    }
  }

  /// Copies the log into the database after the changes were acknowledged, so that nobody waits for it.
  private mutating func checkpointIfDue() {
    guard failure == nil, connection.hasErased || connection.logFrames >= checkpointFrames else { return }
    copyLog()
  }

  private mutating func copyLog() {
    do throws(StoreError) {
      if connection.hasErased { try connection.emptyLog() } else { try connection.checkpoint() }
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
