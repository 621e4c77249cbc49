import Store
import Testing

@Suite struct InvitationContractTests {
  @Test(arguments: StoreFactory.all)
  func aLinkIsUsedOnceAndOnlyWhileItIsGood(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      for id in ["ann", "bob", "old"] {
        let invitation = People.invitation(id, projectID: Shop.id, expiresAt: clock.now + (id == "old" ? 10 : 1_000))
        try await store.write { $0.invitation = .create(invitation) }
      }
      clock.advance(by: 9)
      try await store.write { $0.invitation = .accept(id: "i_ann") }
      try await store.write { $0.invitation = .revoke(id: "i_bob") }
      clock.advance(by: 1)
      for (id, reason) in [("ann", "was used already"), ("bob", "was taken back"), ("old", "has expired")] {
        await expectError(.refused(reason: "the link \(reason)")) { () throws(StoreError) in
          try await store.write { $0.invitation = .accept(id: "i_\(id)") }
        }
      }
      await expectError(.notFound(object: "invitation:i_none")) { () throws(StoreError) in
        try await store.write { $0.invitation = .accept(id: "i_none") }
      }
      #expect(try await store.write { $0.invitation = .revoke(id: "i_ann") }.auditSequences.isEmpty)
      let found = try #require(try await store.invitation(secretHash: Array("secret of ann".utf8)))
      #expect(found.acceptedAt == clock.now - 1)
      #expect(try await store.invitations(projectID: Shop.id).count == 3)
      #expect(try await store.invitation(secretHash: [1]) == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aChangeOfWhatSomebodyIsTakesBackTheirOtherLinksIntoTheProject(factory: StoreFactory) async throws {
    let changes: [@Sendable (any ConfigurationStore) async throws -> Void] = [
      { store in try await store.makeMember("ann", .viewer) },
      { store in try await store.write { $0.membership = .remove(accountID: "a_ann", projectID: Shop.id) } },
      { store in
        try await store.write {
          $0.invitation = .accept(id: "i_used")
          $0.membership = .set(MembershipRecord(accountID: "a_ann", projectID: Shop.id, role: .admin))
        }
      },
    ]
    for change in changes {
      try await factory.withStore { store in
        try await store.openShop()
        try await store.createAccount("ann")
        try await store.makeMember("ann", .editor)
        for id in ["used", "lost"] {
          var link = People.invitation(id, projectID: Shop.id)
          link.email = "ann@example.com"
          try await store.write { $0.invitation = .create(link) }
        }
        try await store.write { $0.invitation = .create(People.invitation("bob", projectID: Shop.id)) }
        try await change(store)
        await expectError(.refused(reason: "the link was taken back")) { () throws(StoreError) in
          try await store.write { $0.invitation = .accept(id: "i_lost") }
        }
        try await store.write { $0.invitation = .accept(id: "i_bob") }
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func aLinkWhoseAccountCannotBeMadeStaysGood(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createAccount("ann")
      try await store.write { $0.invitation = .create(People.invitation("link")) }
      await expectError(.duplicate(object: "account:ann@example.com")) { () throws(StoreError) in
        try await store.write {
          $0.invitation = .accept(id: "i_link")
          $0.account = .create(People.account("ann"), passwordHash: "h")
        }
      }
      #expect(try await store.invitations(projectID: nil).map(\.acceptedAt) == [nil])
    }
  }

  @Test(arguments: StoreFactory.all)
  func aSetUpLinkWorksOnlyWhileThereIsNoAccount(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for id in ["first", "second"] {
        try await store.write { $0.invitation = .create(People.invitation(id, purpose: .setup)) }
      }
      try await store.write {
        $0.invitation = .accept(id: "i_first")
        $0.account = .create(People.account("ann", isRoot: true), passwordHash: "h")
        $0.membership = .set(MembershipRecord(accountID: "a_ann", projectID: Shop.id, role: .admin))
      }
      #expect(try await store.rights(accountID: "a_ann")?.memberships.first?.role == .admin)
      await expectError(
        .refused(reason: "this server is set up: it has an account already")
      ) { () throws(StoreError) in
        try await store.write {
          $0.invitation = .accept(id: "i_second")
          $0.account = .create(People.account("eve", isRoot: true), passwordHash: "h")
        }
      }
      #expect(try await store.accounts().map(\.id) == ["a_ann"])
    }
  }
}
