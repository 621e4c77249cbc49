import Store
import Testing

@Suite struct FlagKeyContractTests {
  /// Deletes a flag as services do: the flag's row, and its items gone.
  private static func delete(_ key: String, id: String? = nil, in store: any ConfigurationStore)
    async throws(StoreError)
  {
    try await store.write("flag.delete") { edit in
      edit.flag = FlagWrite(flag: Shop.flag(key, id: id), isDeleted: true, expects: .present)
      if id == nil {
        edit.items = Shop.environmentIDs.map { Shop.item(key, in: $0, isGone: true, expects: .present) }
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func aDeletedFlagLeavesTheListsAndIsFoundByItsIdAndItsKey(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      for key in ["b", "a"] { try await store.createFlag(key) }
      clock.advance(by: 5)
      try await Self.delete("a", in: store)
      #expect(try await store.flags(projectID: Shop.id).map(\.key) == ["b"])
      #expect(try await store.flag(projectID: Shop.id, key: "a") == nil)
      let deleted = try #require(try await store.flag(id: "f_a"))
      #expect(deleted.deletedAt == clock.now)
      #expect(deleted.version == 2)
      #expect(try await store.deletedFlags(projectID: Shop.id) == [deleted])
      #expect(try await store.deletedFlags(projectID: "p_none").isEmpty)
      #expect(try await store.flags(projectID: Shop.id, everNamed: "a") == [deleted])
      #expect(try await store.flags(projectID: "p_none", everNamed: "a").isEmpty)
      #expect(try await store.flag(id: "f_none") == nil)
      let items = try await store.items(environmentID: Shop.production, after: 0).items
      #expect(items.first { $0.id == "f_a" }?.isGone == true)
    }
  }

  @Test(arguments: StoreFactory.all)
  func itsHistorySaysWhenItWasDeletedAndEachChangeHasItsRow(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createFlag("a")
      clock.advance(by: 7)
      try await Self.delete("a", in: store)
      let versions = try await store.flagHistory(flagID: "f_a", versions: 1...9)
      #expect(versions.map(\.flag.deletedAt) == [nil, clock.now])
      #expect(versions.last?.author.action == "flag.delete")
      let rows = try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 100)
      let row = try #require(rows.filter { $0.entry.action == "flag.delete" }.first)
      #expect(rows.filter { $0.entry.action == "flag.delete" }.count == Shop.environmentIDs.count)
      #expect(row.before?.contains(#""deletedAt":null"#) == true)
      #expect(row.after?.contains(#""deletedAt":\#(clock.now)"#) == true)
      #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aDeletedFlagIsReadOnlyAndComesBackAsItWas(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      let before = try await store.flag(projectID: Shop.id, key: "a")
      try await Self.delete("a", in: store)
      let dump = try await store.dump()
      await expectError(.refused(reason: "flag:f_a is deleted; only bringing it back changes it")) {
        () throws(StoreError) in
        try await store.write {
          $0.flag = FlagWrite(flag: Shop.flag("a", description: "x"), expects: .present)
        }
      }
      await expectError(.refused(reason: "flag:f_a is deleted; only bringing it back changes it")) {
        () throws(StoreError) in
        try await store.write {
          $0.flag = FlagWrite(flag: Shop.flag("a", description: "x"), isDeleted: true, expects: .present)
        }
      }
      await expectError(.refused(reason: "flag:f_a is deleted; bring it back first")) { () throws(StoreError) in
        try await store.write { $0.items = [Shop.kill("a")] }
      }
      #expect(try await store.dump() == dump)
      try await store.write { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a"), expects: .present)
        edit.items = Shop.environmentIDs.map { Shop.item("a", in: $0, isGone: false, expects: .present) }
      }
      var back = try #require(try await store.flag(projectID: Shop.id, key: "a"))
      #expect(back.version == 3)
      back.version = 1
      #expect(back == before)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aKeyPassesOnAndItsOwnersAreListedThePresentOneFirst(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createFlag("a")
      for id in ["f_2", "f_3"] {
        clock.advance(by: 10)
        try await Self.delete("a", id: id == "f_2" ? nil : "f_2", in: store)
        clock.advance(by: 10)
        try await store.write { $0.flag = FlagWrite(flag: Shop.flag("a", id: id), expects: .absent) }
      }
      #expect(try await store.flags(projectID: Shop.id, everNamed: "a").map(\.id) == ["f_3", "f_2", "f_a"])
      #expect(try await store.flag(projectID: Shop.id, key: "a")?.id == "f_3")
      #expect(try await store.deletedFlags(projectID: Shop.id).map(\.id) == ["f_a", "f_2"])
      await expectError(.duplicate(object: "flag:a")) { () throws(StoreError) in
        try await store.write { $0.flag = FlagWrite(flag: Shop.flag("a"), expects: .present) }
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func aDeletionAndANewFlagOfTheKeyAreOneChange(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      _ = try await store.commit(
        Change(
          chain: Shop.id,
          edits: [
            Shop.edit("flag.delete") { edit in
              edit.flag = FlagWrite(flag: Shop.flag("a"), isDeleted: true, expects: .version(1))
              edit.items = [Shop.item("a", isGone: true, expects: .present)]
            },
            Shop.edit("flag.create") { $0.flag = FlagWrite(flag: Shop.flag("a", id: "f_0"), expects: .absent) },
          ]))
      #expect(try await store.flags(projectID: Shop.id).map(\.id) == ["f_0"])
      #expect(try await store.deletedFlags(projectID: Shop.id).map(\.id) == ["f_a"])
    }
  }
}
