import Store
import Testing

@Suite struct DraftContractTests {
  private func draft(
    _ object: String = "flag:a", owner: String = "account:a_ann", environment: String = Shop.production,
    document: String = "{}"
  ) -> DraftRecord {
    DraftRecord(
      owner: owner, projectID: Shop.id, environmentID: environment, object: object, base: "1.1", document: document)
  }

  @Test(arguments: StoreFactory.all)
  func aDraftTakesThePlaceOfTheEarlierOneOfTheSameThing(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      _ = try await store.saveDraft(draft(), maximum: 2)
      clock.advance(by: 5)
      let saved = try #require(try await store.saveDraft(draft(document: #"{"a":1}"#), maximum: 2))
      #expect(saved.updatedAt == clock.now)
      #expect(try await store.drafts(owner: saved.owner, projectID: Shop.id, environmentID: nil) == [saved])
      #expect(
        try await store.draft(owner: saved.owner, environmentID: Shop.production, object: "flag:a") == saved)
      #expect(try await store.draft(owner: "account:a_bob", environmentID: Shop.production, object: "flag:a") == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func anOwnerHasNoMoreDraftsThanAllowedAndOthersHaveTheirOwn(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for object in ["flag:a", "segment:a"] {
        #expect(try await store.saveDraft(draft(object), maximum: 2) != nil)
      }
      #expect(try await store.saveDraft(draft("flag:b"), maximum: 2) == nil)
      #expect(try await store.saveDraft(draft("flag:a"), maximum: 2) != nil)
      #expect(try await store.saveDraft(draft("flag:b", owner: "account:a_bob"), maximum: 2) != nil)
      #expect(try await store.removeDraft(owner: "account:a_ann", environmentID: Shop.production, object: "flag:a"))
      #expect(
        try await store.removeDraft(owner: "account:a_ann", environmentID: Shop.production, object: "flag:a") == false)
      #expect(try await store.saveDraft(draft("flag:b"), maximum: 2) != nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func whoIsGoneLeavesNoDraftsBehind(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for name in ["ann", "bob", "cat"] {
        try await store.createAccount(name)
        try await store.makeMember(name, .editor)
      }
      _ = try await store.write { $0.token = .create(Shop.token("t1")) }
      let owners = ["account:a_ann", "account:a_bob", "account:a_cat", "token:t1"]
      for owner in owners { _ = try await store.saveDraft(draft(owner: owner), maximum: 9) }
      _ = try await store.write { $0.membership = .remove(accountID: "a_ann", projectID: Shop.id) }
      try await store.change("bob", AccountChange(isDisabled: true))
      _ = try await store.write { $0.token = .revoke(id: "t1", keepsAdministrator: false) }
      for owner in owners {
        let left = try await store.drafts(owner: owner, projectID: Shop.id, environmentID: nil)
        #expect(left.count == (owner == "account:a_cat" ? 1 : 0), "\(owner)")
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func draftsThatNobodyTouchesAndThoseOfGoneEnvironmentsAreThrownAway(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      _ = try await store.saveDraft(draft("flag:old"), maximum: 9)
      clock.advance(by: 500)
      let kept = try await store.saveDraft(draft("flag:new"), maximum: 9)
      _ = try await store.saveDraft(draft("flag:gone", environment: "e_gone"), maximum: 9)
      clock.advance(by: 500)
      try await store.removeOldDrafts(lifetime: 1_000)
      let left = try await store.drafts(owner: "account:a_ann", projectID: Shop.id, environmentID: nil)
      #expect(left == [try #require(kept)])
    }
  }

  @Test(arguments: StoreFactory.all)
  func textWithNULIsRefused(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      await #expect(throws: StoreError.self) { try await store.saveDraft(draft("flag:a\0"), maximum: 9) }
    }
  }
}
