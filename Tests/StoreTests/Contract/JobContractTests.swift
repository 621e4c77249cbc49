import Store
import Testing

@Suite struct JobContractTests {
  private static func job(
    _ id: String, dueAt: Int64, flagID: String? = nil, projectID: String = Shop.id
  ) -> JobRecord {
    JobRecord(
      id: id, kind: "change", projectID: projectID, environmentID: Shop.production, flagID: flagID, dueAt: dueAt,
      wallTime: "2027-01-15T09:00", zone: "Europe/Berlin", actor: "token:admin", reason: "campaign",
      payload: "{\"a\":1}")
  }

  @discardableResult
  private static func write(_ store: any ConfigurationStore, _ write: JobWrite) async throws(StoreError) -> Commit {
    try await store.write("schedule.test", object: "schedule:\(write.id)") { $0.job = write }
  }

  /// A shop with jobs that are due so many milliseconds from now, planned in that order.
  private static func plan(
    _ store: any ConfigurationStore, _ clock: TestClock, _ jobs: [(id: String, after: Int64)]
  ) async throws(StoreError) {
    try await store.openShop()
    for (id, after) in jobs { try await write(store, .create(job(id, dueAt: clock.now + after))) }
  }

  private static func open(_ store: any ConfigurationStore, flagID: String? = nil) async throws -> [String] {
    try await store.jobs(projectID: Shop.id, flagID: flagID, includesFinished: false, limit: 10).map(\.id)
  }

  @Test(arguments: StoreFactory.all)
  func aJobComesBackAsItWasPlannedAndLeavesOneAuditRow(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      var wanted = Self.job("j_a", dueAt: clock.now + 5, flagID: "f_x")
      wanted.createdAt = 7
      wanted.state = .done
      let commit = try await Self.write(store, .create(wanted))
      wanted.createdAt = clock.now
      wanted.state = .waiting
      #expect(try await store.job(id: "j_a") == wanted)
      #expect(try await store.job(id: "j_b") == nil)
      #expect(commit.auditSequences.count == 1)
      #expect(commit.environments.isEmpty)
      let row = try #require(try await store.audit(chain: Shop.id, after: 1, object: nil, limit: 9).first)
      #expect(row.before == nil)
      #expect(row.after?.contains("\"payload\":{\"a\":1}") == true)
      #expect(row.after?.contains("\"state\":\"waiting\"") == true)
    }
  }

  @Test(arguments: StoreFactory.all)
  func jobsAreListedByInstantAndThenByTheirPlanning(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await Self.plan(store, clock, [("j_z", 20), ("j_c", 10), ("j_b", 10), ("j_a", 30)])
      #expect(try await Self.open(store) == ["j_c", "j_b", "j_z", "j_a"])
      #expect(try await Self.open(store, flagID: "f_other") == [])
      let last = try await store.jobs(projectID: Shop.id, flagID: nil, includesFinished: true, limit: 2)
      #expect(last.map(\.id) == ["j_z", "j_a"])
      #expect(try await store.jobs(projectID: "p_other", flagID: nil, includesFinished: true, limit: 9) == [])
    }
  }

  @Test(arguments: StoreFactory.all)
  func whatMustHappenOnceIsPlannedOnce(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await Self.plan(store, clock, [("j_a", 1)])
      var other = Self.job("j_b", dueAt: clock.now)
      other.dedupeKey = "j_a"
      await expectError(.duplicate(object: "job:j_a")) { [other] () throws(StoreError) in
        try await Self.write(store, .create(other))
      }
      let again = await errorOf { () throws(StoreError) in
        try await Self.write(store, .create(Self.job("j_a", dueAt: clock.now)))
      }
      #expect(again != nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func nothingIsTakenBeforeItsInstant(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      #expect(try await store.nextJobInstant() == nil)
      try await Self.plan(store, clock, [("j_a", 10)])
      #expect(try await store.nextJobInstant() == clock.now + 10)
      clock.advance(by: 9)
      #expect(try await store.claimJob(lease: 100) == nil)
      clock.advance(by: 1)
      let claimed = try #require(try await store.claimJob(lease: 100))
      #expect(claimed.id == "j_a")
      #expect(claimed.state == .running)
      #expect(claimed.fence == 1)
      #expect(claimed.attempts == 1)
      #expect(claimed.leaseUntil == clock.now + 100)
    }
  }

  @Test(arguments: StoreFactory.all)
  func theJobsOfAProjectAreTakenOneAtATimeInTheirOrder(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await Self.plan(store, clock, [("j_b", 20), ("j_a", 10)])
      clock.advance(by: 100)
      let first = try #require(try await store.claimJob(lease: 100))
      #expect(first.id == "j_a")
      #expect(try await store.claimJob(lease: 100) == nil)
      try await Self.write(store, .finish(id: "j_a", fence: first.fence, state: .done, error: nil))
      #expect(try await store.claimJob(lease: 100)?.id == "j_b")
      #expect(try await store.job(id: "j_a")?.finishedAt == clock.now)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aJobThatIsTakenAtOnceByManyIsGivenToOne(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await Self.plan(store, clock, [("j_a", 0)])
      var claims: [String] = []
      try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<20 { group.addTask { try await store.claimJob(lease: 100)?.id } }
        for try await claim in group { if let claim { claims.append(claim) } }
      }
      #expect(claims == ["j_a"])
    }
  }

  @Test(arguments: StoreFactory.all)
  func aLeaseThatRanOutLetsAnotherTakeOverAndTheFirstCannotFinish(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await Self.plan(store, clock, [("j_a", 0)])
      try await store.createFlag("f")
      let slow = try #require(try await store.claimJob(lease: 100))
      #expect(try await store.nextJobInstant() == clock.now + 100)
      clock.advance(by: 100)
      let other = try #require(try await store.claimJob(lease: 100))
      #expect(other.fence == slow.fence + 1)
      let before = try await store.dump()
      await expectError(
        .conflict(StoreConflict(object: "schedule:j_a", expected: slow.fence, found: other.fence))
      ) { () throws(StoreError) in
        // The kill that it stands for goes with it.
        try await store.write("flag.kill") { edit in
          edit.items = [Shop.kill("f")]
          edit.job = .finish(id: "j_a", fence: slow.fence, state: .done, error: nil)
        }
      }
      #expect(try await store.dump() == before)
      #expect(try await !store.releaseJob(id: "j_a", fence: slow.fence, delay: 0, error: "x"))
      #expect(try await store.job(id: "j_a") == other)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aJobThatIsGivenBackIsDueAgainLater(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await Self.plan(store, clock, [("j_a", 0), ("j_b", 0)])
      let job = try #require(try await store.claimJob(lease: 100))
      #expect(try await store.releaseJob(id: "j_a", fence: job.fence, delay: 50, error: "the store is away"))
      #expect(try await store.job(id: "j_a")?.lastError == "the store is away")
      #expect(try await store.nextJobInstant() == clock.now + 50)
      // What was planned later does not overtake it.
      #expect(try await store.claimJob(lease: 100) == nil)
      clock.advance(by: 50)
      let again = try #require(try await store.claimJob(lease: 100))
      #expect(again.id == "j_a")
      #expect(again.attempts == 2)
    }
  }

  @Test(arguments: StoreFactory.all)
  func onlyWhatWaitsIsMovedOrCancelled(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await Self.plan(store, clock, [("j_a", 5), ("j_b", 6)])
      let move = JobWrite.move(id: "j_a", dueAt: clock.now + 9, wallTime: nil, zone: nil, expects: .version(1))
      try await Self.write(store, move)
      let moved = try #require(try await store.job(id: "j_a"))
      #expect(moved.dueAt == clock.now + 9)
      #expect(moved.zone == nil)
      #expect(moved.version == 2)
      #expect(moved.payload == "{\"a\":1}")
      await expectError(.conflict(StoreConflict(object: "schedule:j_a", expected: 1, found: 2))) {
        () throws(StoreError) in try await Self.write(store, move)
      }
      try await Self.write(store, .cancel(id: "j_a", expects: .present))
      #expect(try await store.job(id: "j_a")?.state == .cancelled)
      clock.advance(by: 100)
      #expect(try await store.claimJob(lease: 100)?.id == "j_b")
      for write in [JobWrite.cancel(id: "j_b", expects: .present), .cancel(id: "j_a", expects: .present)] {
        let error = await errorOf { () throws(StoreError) in try await Self.write(store, write) }
        guard case .conflict? = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
    }
  }
}
