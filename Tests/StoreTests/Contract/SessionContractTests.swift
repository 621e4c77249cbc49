import Store
import Testing

@Suite struct SessionContractTests {
  private func open(
    _ id: UInt8, _ name: String, at authVersion: Int64 = 1, in store: any ConfigurationStore
  ) async throws(StoreError) -> SessionRecord {
    try await store.openSession(
      idHash: [id], accountID: "a_\(name)", authVersion: authVersion, lifetime: 1_000)
  }

  @Test(arguments: StoreFactory.all)
  func aSessionIsReadTogetherWithTheRightsOfNow(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createAccount("ann")
      try await store.makeMember("ann", .viewer)
      let opened = try await open(1, "ann", in: store)
      #expect(opened.expiresAt == clock.now + 1_000)
      let context = try #require(try await store.session(idHash: [1]))
      #expect(context.session == opened)
      #expect(context.rights == (try await store.rights(accountID: "a_ann")))
      #expect(try await store.session(idHash: [2]) == nil)
      #expect(try await store.audit(chain: Shop.id, after: 3, object: nil, limit: 10).isEmpty)
    }
  }

  @Test(arguments: StoreFactory.all)
  func whateverChangesRightsEndsTheAccountsSessionsAndNoOthers(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createAccount("root", isRoot: true)
      for name in ["ann", "bob"] { try await store.createAccount(name) }
      _ = try await open(99, "bob", in: store)
      try await store.makeMember("ann", .editor)
      let changes: [@Sendable () async throws -> Void] = [
        { try await store.change("ann", AccountChange(passwordHash: "h2")) },
        { try await store.change("ann", AccountChange(isRoot: true)) },
        { try await store.makeMember("ann", .viewer) },
        { try await store.makeMember("ann", .editor) },
        { try await store.write { $0.membership = .remove(accountID: "a_ann", projectID: Shop.id) } },
        { try await store.change("ann", AccountChange(isDisabled: true)) },
      ]
      for (index, change) in changes.enumerated() {
        let version = try #require(try await store.rights(accountID: "a_ann")?.account.authVersion)
        #expect(version == Int64(index) + 1)
        _ = try await open(UInt8(index), "ann", at: version, in: store)
        try await change()
        #expect(try await store.session(idHash: [UInt8(index)]) == nil)
      }
      #expect(try await store.session(idHash: [99]) != nil)
    }
  }

  /// Regression: whoever administers a project could end the sessions of anybody by making them a member.
  @Test(arguments: StoreFactory.all)
  func becomingAMemberEndsNoSession(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createAccount("ann")
      _ = try await open(1, "ann", in: store)
      try await store.makeMember("ann", .viewer)
      let context = try #require(try await store.session(idHash: [1]))
      #expect(context.rights.account.authVersion == context.session.authVersion)
      #expect(context.rights.memberships.map(\.role) == [.viewer])
    }
  }

  @Test(arguments: StoreFactory.all)
  func aSessionIsNotOpenedForADisabledAccountNorUnderOldRights(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createAccount("ann")
      for role in [ProjectRole.viewer, .editor] { try await store.makeMember("ann", role) }
      for (name, version) in [("ann", Int64(1)), ("none", 1)] {
        await expectError(.notFound(object: "account:a_\(name)")) { () throws(StoreError) in
          _ = try await open(1, name, at: version, in: store)
        }
      }
      try await store.change("ann", AccountChange(isDisabled: true))
      await expectError(.notFound(object: "account:a_ann")) { () throws(StoreError) in
        _ = try await open(1, "ann", at: 3, in: store)
      }
      #expect(try await store.session(idHash: [1]) == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func sessionsEndOneByOneOrAllOfAnAccount(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for name in ["ann", "bob"] { try await store.createAccount(name) }
      for id in 1...3 { _ = try await open(UInt8(id), id == 3 ? "bob" : "ann", in: store) }
      try await store.endSession(idHash: [1])
      try await store.endSession(idHash: [9])
      #expect(try await store.session(idHash: [1]) == nil)
      #expect(try await store.session(idHash: [2]) != nil)
      try await store.endSessions(accountID: "a_ann")
      #expect(try await store.session(idHash: [2]) == nil)
      #expect(try await store.session(idHash: [3]) != nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func unusedAndExpiredSessionsAreForgotten(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createAccount("ann")
      for id in 1...2 { _ = try await open(UInt8(id), "ann", in: store) }
      try await store.noteSessions(seen: [[1]: clock.now + 90, [2]: clock.now - 1, [9]: clock.now])
      clock.advance(by: 100)
      try await store.removeExpiredSessions(idleLimit: 100)
      #expect(try await store.session(idHash: [1])?.session.seenAt == clock.now - 10)
      #expect(try await store.session(idHash: [2]) == nil)
      try await store.noteSessions(seen: [[1]: clock.now + 899])
      clock.advance(by: 900)
      try await store.removeExpiredSessions(idleLimit: 100)
      #expect(try await store.session(idHash: [1]) == nil)
    }
  }
}
