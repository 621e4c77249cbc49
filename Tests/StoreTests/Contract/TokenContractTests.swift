import Store
import Testing

@Suite struct TokenContractTests {
  @Test(arguments: StoreFactory.all)
  func tokensAreCreatedAndRevokedByTheStoresClock(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      var client = Shop.token("client", kind: .client)
      client.createdAt = 1
      client.revokedAt = 2
      try await store.write { $0.token = .create(client) }
      client.createdAt = clock.now
      client.revokedAt = nil
      #expect(try await store.tokens(projectID: Shop.id) == [client])

      clock.advance(by: 5)
      let commit = try await store.write { $0.token = .revoke(id: "client") }
      #expect(commit.auditSequences.count == 1)
      client.revokedAt = clock.now
      clock.advance(by: 5)
      try await store.write { $0.token = .revoke(id: "client") }
      #expect(try await store.tokens(projectID: Shop.id) == [client])
    }
  }

  @Test(arguments: StoreFactory.all)
  func tokensAreListedOldestFirstByProjectOrAll(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      for id in ["z", "a", "m"] {
        clock.advance(by: 1)
        try await store.write { $0.token = .create(Shop.token(id, kind: .server)) }
      }
      var instance = Shop.token("root", kind: .admin)
      instance.projectID = nil
      try await store.write { $0.token = .create(instance) }
      #expect(try await store.tokens(projectID: Shop.id).map(\.id) == ["z", "a", "m"])
      #expect(try await store.tokens(projectID: nil).map(\.id) == ["z", "a", "m", "root"])
      #expect(try await store.tokens(projectID: "p_none").isEmpty)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aTokensIdAndSecretAreTakenOnceAndItsPlaceMustExist(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.write { $0.token = .create(Shop.token("t", kind: .server)) }
      var sameSecret = Shop.token("u", kind: .server)
      sameSecret.secretHash = Shop.token("t").secretHash
      var nowhere = Shop.token("v", kind: .server)
      nowhere.environmentID = "e_none"
      var projectless = Shop.token("w", kind: .server)
      projectless.projectID = "p_none"
      let cases: [(TokenWrite, StoreError)] = [
        (.create(Shop.token("t", kind: .server)), .duplicate(object: "token:t")),
        (.create(sameSecret), .duplicate(object: "token:u")),
        (.create(nowhere), .notFound(object: "environment:e_none")),
        (.create(projectless), .notFound(object: "project:p_none")),
        (.revoke(id: "none"), .notFound(object: "token:none")),
      ]
      for (write, error) in cases {
        await expectError(error) { () throws(StoreError) in try await store.write { $0.token = write } }
      }
      #expect(try await store.tokens(projectID: nil).count == 1)
    }
  }

  @Test(arguments: StoreFactory.all)
  func secretsNeverEnterTheAuditLog(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for kind in TokenKind.allCases {
        let token = Shop.token("id\(kind.rawValue)", kind: kind)
        try await store.write(object: "token:\(token.id)") { $0.token = .create(token) }
        try await store.write(object: "token:\(token.id)") { $0.token = .revoke(id: token.id) }
      }
      for row in try await store.audit(chain: Shop.id, after: 1, object: nil, limit: 100) {
        let text = (row.before ?? "") + (row.after ?? "")
        #expect(text.contains("\"name\":\"ios\""))
        for secret in ["hash of", "68617368", "secretpart", "aGFzaC"] { #expect(!text.contains(secret)) }
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func aTokenKeepsWhatItIsNarrowedTo(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createAccount("ann")
      var token = Shop.token("t", kind: .admin)
      token.accountID = "a_ann"
      token.scopes = [.read, .release]
      token.environments = [Shop.production, Shop.staging]
      token.expiresAt = clock.now + 10
      token.lastUsedDay = 5
      try await store.write { $0.token = .create(token) }
      token.createdAt = clock.now
      token.lastUsedDay = nil
      #expect(try await store.tokens(projectID: nil) == [token])
      var stranger = Shop.token("u", kind: .admin)
      stranger.accountID = "a_none"
      await expectError(.notFound(object: "account:a_none")) { () throws(StoreError) in
        try await store.write { $0.token = .create(stranger) }
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func anExpiryIsOnlyBroughtForward(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.write { $0.token = .create(Shop.token("t", kind: .server)) }
      #expect(try await store.write { $0.token = .expire(id: "t", at: 100) }.auditSequences.count == 1)
      #expect(try await store.write { $0.token = .expire(id: "t", at: 100) }.auditSequences.isEmpty)
      // A change that would let it live longer may carry its item, so all of it is refused.
      let refusal = StoreError.refused(
        reason: "the token was revoked, or made to expire earlier, by somebody else just now")
      await expectError(refusal) { () throws(StoreError) in
        try await store.write { $0.token = .expire(id: "t", at: 200) }
      }
      #expect(try await store.write { $0.token = .expire(id: "t", at: 50) }.auditSequences.count == 1)
      #expect(try await store.tokens(projectID: nil).map(\.expiresAt) == [50])
      try await store.write { $0.token = .revoke(id: "t") }
      await expectError(refusal) { () throws(StoreError) in
        try await store.write { $0.token = .expire(id: "t", at: 20) }
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func theLastAdministratorsTokenStaysUnlessAnAccountAdministers(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createAccount("ann")
      // None of these is good for the whole instance later on.
      for id in ["last", "narrow", "project", "expiring", "personal", "limited"] {
        var token = Shop.token(id, kind: .admin)
        if id != "project" { token.projectID = nil }
        if id == "narrow" { token.scopes = [.read, .edit] }
        if id == "expiring" { token.expiresAt = clock.now + 10 }
        if id == "personal" { token.accountID = "a_ann" }
        if id == "limited" { token.environments = [Shop.staging] }
        try await store.write { $0.token = .create(token) }
      }
      let isRefused = await errorOf { () throws(StoreError) in
        clock.advance(by: 10)
        return try await store.write { $0.token = .revoke(id: "last", keepsAdministrator: true) }
      }
      guard case .refused(let reason) = isRefused else {
        return #expect(Bool(false), "\(String(describing: isRefused))")
      }
      #expect(reason.hasPrefix("this is the last admin token of the instance and no account administers it"))
      try await store.write { $0.token = .revoke(id: "narrow", keepsAdministrator: true) }
      #expect(try await store.tokens(projectID: nil).filter { $0.revokedAt == nil }.count == 5)
      try await store.change("ann", AccountChange(isRoot: true))
      try await store.write { $0.token = .revoke(id: "last", keepsAdministrator: true) }
    }
  }

  @Test(arguments: StoreFactory.all)
  func theDayOfTheLastUseNeverGoesBackAndLeavesNoAuditRow(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for id in ["a", "b"] { try await store.write { $0.token = .create(Shop.token(id, kind: .server)) } }
      try await store.noteTokens(usedOn: ["a": 20_000, "none": 20_000])
      try await store.noteTokens(usedOn: ["a": 19_999, "b": 0])
      try await store.noteTokens(usedOn: [:])
      #expect(try await store.tokens(projectID: nil).map(\.lastUsedDay) == [20_000, 0])
      #expect(try await store.audit(chain: Shop.id, after: 3, object: nil, limit: 10).isEmpty)
    }
  }
}
