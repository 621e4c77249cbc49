import Store
import Testing

@Suite struct ChangeRequestContractTests {
  private static let hash = [UInt8](repeating: 1, count: 32)
  private static let other = [UInt8](repeating: 2, count: 32)

  private static func request(_ id: String = "cr_a", in environmentID: String = Shop.production) -> ChangeRequestRecord
  {
    ChangeRequestRecord(
      id: id, environmentID: environmentID, author: "account:a_ann", title: "Half", description: "of everybody",
      patch: "{\"p\":1}", baseVersions: "{\"b\":2}", contentHash: hash)
  }

  @discardableResult
  private static func write(
    _ store: any ConfigurationStore, _ write: ChangeRequestWrite
  ) async throws(StoreError) -> Commit {
    try await store.write("changeRequest.test", object: "changeRequest:\(write.id)") { $0.changeRequest = write }
  }

  @Test(arguments: StoreFactory.all)
  func aRequestComesBackOpenAndLeavesOneAuditRow(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      var wanted = Self.request()
      wanted.state = .applied
      let commit = try await Self.write(store, .create(wanted))
      wanted.state = .open
      wanted.createdAt = clock.now
      #expect(try await store.changeRequest(id: "cr_a") == wanted)
      #expect(try await store.changeRequest(id: "cr_b") == nil)
      #expect(commit.auditSequences.count == 1)
      let row = try #require(try await store.audit(chain: Shop.id, after: 1, object: nil, limit: 9).first)
      #expect(row.after?.contains("\"patch\":{\"p\":1}") == true)
      #expect(row.environmentID == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func requestsAreListedByEnvironmentAndStateNewestFirst(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for id in ["cr_z", "cr_a", "cr_m"] { try await Self.write(store, .create(Self.request(id))) }
      try await Self.write(store, .create(Self.request("cr_s", in: Shop.staging)))
      var rejected = Self.request("cr_a")
      rejected.state = .rejected
      try await Self.write(store, .update(rejected, expects: .version(1)))
      func ids(_ states: Set<ChangeRequestState>, limit: Int = 9) async throws -> [String] {
        try await store.changeRequests(environmentID: Shop.production, states: states, limit: limit).map(\.id)
      }
      #expect(try await ids([.open]) == ["cr_m", "cr_z"])
      #expect(try await ids([.open], limit: 1) == ["cr_m"])
      #expect(try await ids([.rejected, .applied]) == ["cr_a"])
      #expect(try await ids([]) == [])
    }
  }

  @Test(arguments: StoreFactory.all)
  func aRequestIsAppliedOnceTogetherWithItsChange(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createFlag("f")
      try await Self.write(store, .create(Self.request()))
      var applied = Self.request()
      applied.state = .applied
      func apply() async throws(StoreError) {
        try await store.write("flag.kill") { [applied] edit in
          edit.items = [Shop.kill("f")]
          edit.changeRequest = .update(applied, expects: .version(1))
        }
      }
      clock.advance(by: 5)
      try await apply()
      let found = try #require(try await store.changeRequest(id: "cr_a"))
      #expect(found.state == .applied)
      #expect(found.appliedAt == clock.now)
      #expect(found.appliedRevision == 2)
      let row = try #require(try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 99).last)
      #expect(row.after?.contains("\"changeRequest\":{") == true)
      #expect(row.after?.contains("\"items\":[{") == true)
      let before = try await store.dump()
      await expectError(
        .conflict(StoreConflict(object: "changeRequest:cr_a", expected: 1, found: 2))
      ) { () throws(StoreError) in try await apply() }
      #expect(try await store.dump() == before)
    }
  }

  @Test(arguments: StoreFactory.all)
  func whatPeopleSayIsKeptByContentAndTheLastWordCounts(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await Self.write(store, .create(Self.request()))
      func say(
        _ verdict: ChangeVerdictRecord.Verdict, _ person: String, _ hash: [UInt8], at version: Int64
      ) async throws(StoreError) {
        clock.advance(by: 1)
        let said = ChangeVerdictRecord(requestID: "cr_a", person: person, contentHash: hash, verdict: verdict)
        try await Self.write(store, .verdict(said, state: .approved, expects: .version(version)))
      }
      try await say(.approve, "bob", Self.hash, at: 1)
      try await say(.approve, "cat", Self.hash, at: 2)
      try await say(.approve, "bob", Self.other, at: 3)
      try await say(.reject, "bob", Self.hash, at: 4)
      let verdicts = try await store.changeVerdicts(requestID: "cr_a")
      #expect(verdicts.map(\.person) == ["cat", "bob", "bob"])
      #expect(verdicts.map(\.verdict) == [.approve, .approve, .reject])
      #expect(verdicts.map(\.contentHash) == [Self.hash, Self.other, Self.hash])
      #expect(verdicts.last?.at == clock.now)
      #expect(try await store.changeRequest(id: "cr_a")?.version == 5)
      #expect(try await store.changeRequest(id: "cr_a")?.state == .approved)
      let stale = await errorOf { () throws(StoreError) in try await say(.approve, "dan", Self.hash, at: 1) }
      #expect(stale == .conflict(StoreConflict(object: "changeRequest:cr_a", expected: 1, found: 5)))
      #expect(try await store.changeVerdicts(requestID: "cr_b") == [])
    }
  }

  @Test(arguments: StoreFactory.all)
  func commentsAreKeptInTheirOrderAndLeaveTheVersionAlone(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await Self.write(store, .create(Self.request()))
      for (id, text) in [("cm_b", "why?"), ("cm_a", "because")] {
        try await Self.write(
          store, .comment(ChangeCommentRecord(id: id, requestID: "cr_a", actor: "bob", text: text)))
      }
      let comments = try await store.changeComments(requestID: "cr_a")
      #expect(comments.map(\.text) == ["why?", "because"])
      #expect(comments.first?.at == clock.now)
      #expect(try await store.changeRequest(id: "cr_a")?.version == 1)
      let lost = ChangeCommentRecord(id: "cm_c", requestID: "cr_none", actor: "bob", text: "?")
      await expectError(.notFound(object: "changeRequest:cr_none")) { () throws(StoreError) in
        try await Self.write(store, .comment(lost))
      }
    }
  }
}
