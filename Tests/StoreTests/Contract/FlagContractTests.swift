import Store
import Testing

@Suite struct FlagContractTests {
  @Test(arguments: StoreFactory.all)
  func aFlagIsCreatedWithAnItemInEachEnvironment(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      clock.advance(by: 5)
      let commit = try await store.createFlag("new_checkout")

      var expected = Shop.flag("new_checkout")
      expected.createdAt = clock.now
      #expect(commit.flags == [expected])
      #expect(try await store.flag(projectID: Shop.id, key: "new_checkout") == expected)
      #expect(commit.environments.map(\.id) == Shop.environmentIDs)
      #expect(commit.environments.allSatisfy { $0.revision == 1 })
      #expect(commit.items.map(\.environmentID) == Shop.environmentIDs)
      #expect(commit.items.allSatisfy { $0.version == 1 && $0.revision == 1 && $0.updatedAt == clock.now })
      #expect(commit.auditSequences == [2, 3, 4])
    }
  }

  @Test(arguments: StoreFactory.all)
  func editingFlagFieldsMakesAVersionAndTouchesNoEnvironment(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createFlag("a")
      let before = try await store.environments(projectID: Shop.id)
      clock.advance(by: 1_000)
      let commit = try await store.write { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a", description: "One page"), expects: .version(1))
      }
      #expect(commit.environments.isEmpty)
      #expect(commit.auditSequences.count == 1)
      #expect(commit.flags.map(\.version) == [2])
      #expect(commit.flags.map(\.createdAt) == [clock.now - 1_000])
      #expect(try await store.environments(projectID: Shop.id) == before)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aKeyBelongsToOneFlagOfItsProject(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.write { $0.project = .create(ProjectRecord(id: "p_other", key: "other", name: "", createdAt: 0)) }
      try await store.createFlag("a")
      await expectError(.duplicate(object: "flag:a")) { () throws(StoreError) in
        try await store.write { $0.flag = FlagWrite(flag: Shop.flag("a", id: "f_2"), expects: .absent) }
      }
      try await store.write { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a", id: "f_2", projectID: "p_other"), expects: .absent)
      }
      #expect(try await store.flag(projectID: "p_other", key: "a")?.id == "f_2")
      #expect(try await store.flag(projectID: Shop.id, key: "a")?.id == Shop.flagID("a"))
      #expect(try await store.flag(projectID: Shop.id, key: "A") == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func flagsAreListedByTheBytesOfTheirKeysWithArchivedOnes(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for key in ["b", "Z", "a.b", "a-b", "a"] { try await store.createFlag(key) }
      try await store.write { $0.flag = FlagWrite(flag: Shop.flag("b"), isArchived: true, expects: .present) }
      let flags = try await store.flags(projectID: Shop.id)
      #expect(flags.map(\.key) == ["Z", "a", "a-b", "a.b", "b"])
      #expect(flags.map { $0.archivedAt != nil } == [false, false, false, false, true])
      #expect(try await store.flags(projectID: "p_none").isEmpty)
    }
  }

  @Test(arguments: StoreFactory.all)
  func archivingKeepsItsInstantUntilTheFlagIsUnarchived(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createFlag("a")
      let archivedAt = clock.now
      try await store.write { $0.flag = FlagWrite(flag: Shop.flag("a"), isArchived: true, expects: .present) }
      clock.advance(by: 60_000)
      let again = try await store.write { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a"), isArchived: true, expects: .present)
      }
      #expect(again.auditSequences.isEmpty)
      #expect(try await store.flag(projectID: Shop.id, key: "a")?.archivedAt == archivedAt)
      let back = try await store.write { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a"), isArchived: false, expects: .present)
      }
      #expect(back.flags.first?.archivedAt == .some(nil))
      #expect(back.flags.first?.version == 3)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aFlagOfAnotherProjectIsNotFound(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.write { $0.project = .create(ProjectRecord(id: "p_other", key: "other", name: "", createdAt: 0)) }
      try await store.createFlag("a")
      let foreign = Shop.flag("a", projectID: "p_other")
      for expects in [Expectation.present, .version(1), .absent] {
        await expectError(.notFound(object: "flag:f_a")) { () throws(StoreError) in
          try await store.write { $0.flag = FlagWrite(flag: foreign, expects: expects) }
        }
      }
      await expectError(.notFound(object: "project:p_none")) { () throws(StoreError) in
        try await store.write { edit in
          edit.flag = FlagWrite(flag: Shop.flag("b", projectID: "p_none"), expects: .absent)
        }
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func versionsOfAFlagAreKeptWithTheirAuthors(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      let created = try await store.createFlag("a")
      clock.advance(by: 10)
      let second = try await store.write(actor: "token:bob") { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a", tags: ["checkout", "ü"]), expects: .version(1))
      }
      clock.advance(by: 10)
      try await store.write(actor: "token:eve") { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a", tags: []), isArchived: true, expects: .version(2))
      }
      let history = try await store.flagHistory(flagID: Shop.flagID("a"), versions: 1...100)
      #expect(history.map(\.flag.version) == [1, 2, 3])
      #expect(history.map(\.flag.tags) == [[], ["checkout", "ü"], []])
      #expect(history.map(\.author.actor) == ["token:admin", "token:bob", "token:eve"])
      #expect(history.map(\.author.at) == [clock.now - 20, clock.now - 10, clock.now])
      #expect(history.first?.author.auditSequence == created.auditSequences.first)
      #expect(history.dropFirst().first?.flag == second.flags.first)
      #expect(history.last?.flag == (try await store.flag(projectID: Shop.id, key: "a")))
      #expect(try await store.flagHistory(flagID: Shop.flagID("a"), versions: 2...2).map(\.flag.version) == [2])
      #expect(try await store.flagHistory(flagID: "f_none", versions: 1...2).isEmpty)
    }
  }
}
