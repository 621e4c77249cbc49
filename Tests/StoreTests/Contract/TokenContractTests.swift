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
}
