import Store
import Testing

@Suite struct AccountContractTests {
  @Test(arguments: StoreFactory.all)
  func accountsAreCreatedByTheStoresClockAndFoundByIDAndAddress(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      #expect(try await !store.hasAccounts())
      var wanted = People.account("zoe", isRoot: true)
      wanted.createdAt = 1
      wanted.version = 7
      wanted.authVersion = 7
      try await store.write { $0.account = .create(wanted, passwordHash: "h") }
      try await store.createAccount("ann")
      var zoe = People.account("zoe", isRoot: true)
      zoe.createdAt = clock.now
      #expect(try await store.hasAccounts())
      #expect(try await store.accounts().map(\.email) == ["ann@example.com", "zoe@example.com"])
      #expect(try await store.rights(accountID: "a_zoe") == AccountRights(account: zoe, memberships: []))
      #expect(
        try await store.credential(email: "zoe@example.com") == AccountCredential(account: zoe, passwordHash: "h"))
      #expect(try await store.credential(email: "ZOE@example.com") == nil)
      #expect(try await store.rights(accountID: "a_none") == nil)
      await expectError(.duplicate(object: "account:ann@example.com")) { () throws(StoreError) in
        try await store.createAccount("ann")
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func aChangeWritesOneRowAndTheSameAgainNone(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createAccount("ann")
      #expect(try await store.change("ann", AccountChange(name: "Ann")).auditSequences.count == 1)
      #expect(try await store.change("ann", AccountChange(name: "Ann", isDisabled: false)).auditSequences.isEmpty)
      let account = try #require(try await store.rights(accountID: "a_ann")?.account)
      #expect(account.name == "Ann")
      #expect(account.version == 2)
      #expect(account.authVersion == 1)
      await expectError(
        .conflict(StoreConflict(object: "account:a_ann", expected: 1, found: 2))
      ) { () throws(StoreError) in try await store.change("ann", AccountChange(name: "Bob", version: 1)) }
      await expectError(.notFound(object: "account:a_bob")) { () throws(StoreError) in
        try await store.change("bob", AccountChange(name: "Bob"))
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func theLastAdministratorOfTheInstanceStays(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createAccount("ann", isRoot: true)
      try await store.createAccount("bob", isRoot: true)
      try await store.change("bob", AccountChange(isDisabled: true))
      for change in [AccountChange(isRoot: false), AccountChange(isDisabled: true)] {
        let error = await errorOf { () throws(StoreError) in
          try await store.change("ann", change, mayLeaveProjects: true)
        }
        #expect(
          error
            == .refused(
              reason: "ann@example.com is the last administrator of the instance; make somebody else one before"))
      }
      try await store.change("bob", AccountChange(isDisabled: false))
      try await store.change("ann", AccountChange(isRoot: false))
      #expect(try await store.accounts().filter(\.isRoot).map(\.id) == ["a_bob"])
    }
  }

  @Test(arguments: StoreFactory.all)
  func theLastAdminOfAProjectLeavesOnlyWhenThatIsMeant(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for name in ["ann", "bob", "root"] { try await store.createAccount(name, isRoot: name == "root") }
      try await store.makeMember("ann", .admin)
      try await store.makeMember("bob", .admin)
      try await store.change("bob", AccountChange(isDisabled: true))
      let refusal = StoreError.refused(
        reason: #"this is the last admin of project "shop"; make somebody else one before, or say "force": true"#)
      await expectError(refusal) { () throws(StoreError) in try await store.makeMember("ann", .editor) }
      await expectError(refusal) { () throws(StoreError) in
        try await store.write { $0.membership = .remove(accountID: "a_ann", projectID: Shop.id) }
      }
      await expectError(refusal) { () throws(StoreError) in
        try await store.change("ann", AccountChange(isDisabled: true))
      }
      #expect(try await store.memberships(projectID: Shop.id).map(\.role) == [.admin, .admin])
      try await store.makeMember("ann", .editor, mayLeaveProject: true)
      try await store.makeMember("ann", .admin)
      try await store.change("ann", AccountChange(isDisabled: true), mayLeaveProjects: true)
    }
  }

  @Test(arguments: StoreFactory.all)
  func membershipsAreReplacedWholeAndNameWhatThereIs(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createAccount("ann")
      try await store.makeMember("ann", .editor, releases: [Shop.production, Shop.staging])
      #expect(
        try await store.makeMember("ann", .editor, releases: [Shop.production, Shop.staging]).auditSequences == [])
      try await store.makeMember("ann", nil, releases: [Shop.staging])
      let expected = MembershipRecord(accountID: "a_ann", projectID: Shop.id, role: nil, releases: [Shop.staging])
      #expect(try await store.rights(accountID: "a_ann")?.memberships == [expected])
      await expectError(.notFound(object: "environment:e_other")) { () throws(StoreError) in
        try await store.makeMember("ann", .viewer, releases: ["e_other"])
      }
      await expectError(.notFound(object: "account:a_bob")) { () throws(StoreError) in
        try await store.makeMember("bob", .viewer)
      }
      try await store.write { $0.membership = .remove(accountID: "a_ann", projectID: Shop.id) }
      #expect(try await store.memberships(projectID: Shop.id).isEmpty)
    }
  }

  @Test(arguments: StoreFactory.all)
  func noPasswordAndNoSecretEntersTheAuditLog(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createAccount("ann", isRoot: true)
      try await store.change("ann", AccountChange(passwordHash: People.hash("second")))
      try await store.makeMember("ann", .admin)
      try await store.write { $0.invitation = .create(People.invitation("bob", projectID: Shop.id)) }
      try await store.write { $0.invitation = .accept(id: "i_bob") }
      let rows = try await store.audit(chain: Shop.id, after: 1, object: nil, limit: 100)
      #expect(rows.count == 5)
      #expect(rows[0].after?.contains(#""email":"ann@example.com""#) == true)
      #expect(rows[1].before?.contains(#""authVersion":1"#) == true)
      #expect(rows[1].after?.contains(#""authVersion":2"#) == true)
      for row in rows {
        let text = (row.before ?? "") + (row.after ?? "")
        for secret in ["argon2", "c2FsdA", "secret of", "73656372"] { #expect(!text.contains(secret)) }
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func aRenewedHashReplacesOnlyTheOneItWasMadeFrom(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createAccount("ann")
      let old = People.hash("ann")
      try await store.replacePasswordHash(accountID: "a_ann", old: "another", by: "x")
      #expect(try await store.credential(email: "ann@example.com")?.passwordHash == old)
      try await store.replacePasswordHash(accountID: "a_ann", old: old, by: "new")
      let credential = try #require(try await store.credential(email: "ann@example.com"))
      #expect(credential.passwordHash == "new")
      #expect(credential.account.version == 1)
      #expect(try await store.audit(chain: Shop.id, after: 2, object: nil, limit: 10).isEmpty)
    }
  }
}
