import Store
import Testing

@Suite struct IdempotencyContractTests {
  private func claim(
    _ key: UInt8 = 1, fingerprint: UInt8 = 1, request: String = "q_1", maximumKeys: Int = 10
  ) -> IdempotencyClaim {
    IdempotencyClaim(
      keyHash: [key], owner: "token:a", fingerprint: [fingerprint], requestID: request, lease: 100, lifetime: 1_000,
      maximumKeys: maximumKeys)
  }

  @Test(arguments: StoreFactory.all)
  func aKeyIsClaimedOnceAndItsAnswerIsGivenBack(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      #expect(try await store.claimIdempotencyKey(claim()) == .claimed)
      #expect(try await store.claimIdempotencyKey(claim(request: "q_2")) == .inProgress)
      #expect(try await store.claimIdempotencyKey(claim(fingerprint: 2)) == .otherRequest)
      try await store.settleIdempotencyKey(keyHash: [1], requestID: "q_2", answer: [9])
      #expect(try await store.claimIdempotencyKey(claim()) == .inProgress)
      try await store.settleIdempotencyKey(keyHash: [1], requestID: "q_1", answer: [7])
      #expect(try await store.claimIdempotencyKey(claim(request: "q_3")) == .settled(answer: [7]))
      #expect(try await store.claimIdempotencyKey(claim(fingerprint: 2)) == .otherRequest)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aRefusedRequestGivesItsKeyBackAndOneThatIsOnRecordDoesNot(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      #expect(try await store.claimIdempotencyKey(claim()) == .claimed)
      try await store.releaseIdempotencyKey(keyHash: [1], requestID: "q_1")
      #expect(try await store.claimIdempotencyKey(claim(fingerprint: 2, request: "q_2")) == .claimed)
      try await store.openShop()
      _ = try await store.commit(
        Change(chain: "instance", edits: [accountEdit(requestID: "q_2")]))
      try await store.releaseIdempotencyKey(keyHash: [1], requestID: "q_2")
      #expect(try await store.claimIdempotencyKey(claim(fingerprint: 2, request: "q_3")) == .settled(answer: nil))
    }
  }

  @Test(arguments: StoreFactory.all)
  func theClaimOfAServerThatEndedIsSettledByTheAuditLog(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      #expect(try await store.claimIdempotencyKey(claim(1, request: "q_1")) == .claimed)
      #expect(try await store.claimIdempotencyKey(claim(2, request: "q_2")) == .claimed)
      _ = try await store.commit(Change(chain: "instance", edits: [accountEdit(requestID: "q_1")]))
      clock.advance(by: 100)
      #expect(try await store.claimIdempotencyKey(claim(1, request: "q_3")) == .settled(answer: nil))
      #expect(try await store.claimIdempotencyKey(claim(2, request: "q_4")) == .claimed)
      #expect(try await store.claimIdempotencyKey(claim(2, request: "q_5")) == .inProgress)
      // The one that lost its claim cannot settle it any more.
      try await store.settleIdempotencyKey(keyHash: [2], requestID: "q_2", answer: [1])
      #expect(try await store.claimIdempotencyKey(claim(2, request: "q_5")) == .inProgress)
    }
  }

  /// Regression: a request that ran for longer than its lease was carried out a second time beside itself.
  @Test(arguments: StoreFactory.all)
  func aLeaseThatIsRenewedHoldsAndOthersEnd(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      for key in UInt8(1)...3 {
        #expect(try await store.claimIdempotencyKey(claim(key, request: "q_\(key)")) == .claimed)
      }
      try await store.settleIdempotencyKey(keyHash: [3], requestID: "q_3", answer: [3])
      for _ in 0..<5 {
        clock.advance(by: 60)
        try await store.renewIdempotencyLeases(of: [[1]: "q_1", [2]: "q_other", [3]: "q_3", [4]: "q_4"], lease: 100)
      }
      #expect(try await store.claimIdempotencyKey(claim(1, request: "q_9")) == .inProgress)
      #expect(try await store.claimIdempotencyKey(claim(2, request: "q_9")) == .claimed)
      #expect(try await store.claimIdempotencyKey(claim(3, request: "q_9")) == .settled(answer: [3]))
      clock.advance(by: 100)
      #expect(try await store.claimIdempotencyKey(claim(1, request: "q_9")) == .claimed)
      try await store.renewIdempotencyLeases(of: [:], lease: 100)
    }
  }

  @Test(arguments: StoreFactory.all)
  func keysAreForgottenAfterTheirLifetimeAndAreLimitedByOwner(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      #expect(try await store.claimIdempotencyKey(claim(1, maximumKeys: 2)) == .claimed)
      #expect(try await store.claimIdempotencyKey(claim(2, request: "q_2", maximumKeys: 2)) == .claimed)
      #expect(try await store.claimIdempotencyKey(claim(3, request: "q_3", maximumKeys: 2)) == .tooMany)
      clock.advance(by: 1_000)
      #expect(try await store.claimIdempotencyKey(claim(3, request: "q_3", maximumKeys: 2)) == .claimed)
      #expect(try await store.claimIdempotencyKey(claim(1, fingerprint: 5, request: "q_4", maximumKeys: 2)) == .claimed)
      try await store.removeOldIdempotencyKeys(lifetime: 1_000)
      #expect(try await store.claimIdempotencyKey(claim(3, fingerprint: 9)) == .otherRequest)
    }
  }

  @Test(arguments: StoreFactory.all)
  func ofManyThatClaimOneKeyAtOnceOneGetsIt(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      let outcomes = try await withThrowingTaskGroup(of: IdempotencyClaim.Outcome.self) { group in
        for index in 0..<20 {
          group.addTask { try await store.claimIdempotencyKey(claim(request: "q_\(index)")) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.count { $0 == .claimed } == 1)
      #expect(outcomes.count { $0 == .inProgress } == 19)
    }
  }

  private func accountEdit(requestID: String) -> Edit {
    var edit = Edit(
      audit: AuditEntry(
        actor: "token:a", via: "api", action: "account.create", object: "account:a_ann", reason: "",
        requestID: requestID))
    edit.account = .create(People.account("ann"), passwordHash: People.hash("ann"))
    return edit
  }
}
