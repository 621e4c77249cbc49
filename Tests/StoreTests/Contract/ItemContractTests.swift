import Store
import Testing

@Suite struct ItemContractTests {
  @Test(arguments: StoreFactory.all)
  func aReplacedDocumentMakesOneVersionAndOneRevision(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createFlag("a")
      clock.advance(by: 7)
      let commit = try await store.write { edit in
        edit.items = [Shop.item("a", document: #"{"rules":[1]}"#, expects: .version(1))]
      }
      let item = try #require(commit.items.first)
      #expect(item.version == 2)
      #expect(item.revision == 2)
      #expect(item.document == #"{"rules":[1]}"#)
      #expect(item.updatedAt == clock.now)
      #expect(item.digest == item.computedDigest)
      #expect(try await store.item(environmentID: Shop.production, kind: .flag, id: Shop.flagID("a")) == item)
      #expect(try await store.item(environmentID: Shop.production, kind: .segment, id: Shop.flagID("a")) == nil)
      let other = try await store.item(environmentID: Shop.staging, kind: .flag, id: Shop.flagID("a"))
      #expect(other?.version == 1)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aKillKeepsTheDocumentAndItsSchema(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.write { edit in
        edit.items = [Shop.item("a", document: #"{"x":1}"#, schema: 7, expects: .absent)]
      }
      let killed = try await store.write { $0.items = [Shop.kill("a")] }
      #expect(killed.items.map(\.isKilled) == [true])
      #expect(killed.items.map(\.schema) == [7])
      #expect(killed.items.map(\.document) == [#"{"x":1}"#])

      // A document that is replaced while the flag is killed leaves it killed.
      let replaced = try await store.write { edit in
        edit.items = [Shop.item("a", document: #"{"x":2}"#, schema: 8, expects: .version(2))]
      }
      #expect(replaced.items.map(\.isKilled) == [true])
      #expect(replaced.items.map(\.schema) == [8])
    }
  }

  @Test(arguments: StoreFactory.all)
  func aChangeGivesEveryItemOfAnEnvironmentTheSameRevision(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let commit = try await store.commit(
        Change(
          chain: Shop.id,
          edits: [
            Shop.edit("one") { edit in
              edit.items = ["a", "b"].map { Shop.item($0, document: "{}", expects: .absent) }
            },
            Shop.edit("two") { edit in
              edit.items = [
                Shop.item("c", document: "{}", expects: .absent),
                Shop.item("c", in: Shop.staging, document: "{}", expects: .absent),
                Shop.item("a", document: "[]", expects: .version(1)),
              ]
            },
          ]))
      #expect(commit.environments.map(\.id) == [Shop.production, Shop.staging])
      #expect(commit.environments.map(\.revision) == [1, 1])
      #expect(commit.items.map(\.id) == ["f_b", "f_c", "f_c", "f_a"])
      #expect(commit.items.map(\.revision) == [1, 1, 1, 1])
      #expect(commit.items.last?.version == 2)
      #expect(commit.auditSequences.count == 3)
      let delta = try await store.items(environmentID: Shop.production, after: 0)
      #expect(delta.environment.digest == delta.items.recomputedDigest)
      let history = try await store.itemHistory(
        environmentID: Shop.production, kind: .flag, id: "f_a", versions: 1...9)
      #expect(history.map(\.item.document) == ["{}", "[]"])
    }
  }

  @Test(arguments: StoreFactory.all)
  func aDeltaHasOnlyWhatIsAboveTheRevision(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for key in ["a", "b", "c"] { try await store.createFlag(key) }
      try await store.write { $0.items = [Shop.item("a", isGone: true, expects: .version(1))] }
      try await store.write { $0.items = [Shop.kill("b")] }

      let all = try await store.items(environmentID: Shop.production, after: 0)
      #expect(all.epoch == 1)
      #expect(all.environment.revision == 5)
      #expect(all.items.map(\.id) == ["f_c", "f_a", "f_b"])
      #expect(all.items.map(\.isGone) == [false, true, false])
      #expect(try await store.items(environmentID: Shop.production, after: 3).items.map(\.id) == ["f_a", "f_b"])
      #expect(try await store.items(environmentID: Shop.production, after: 5).items.isEmpty)
      #expect(try await store.items(environmentID: Shop.production, after: 99).items.isEmpty)
      await expectError(.notFound(object: "environment:e_none")) { () throws(StoreError) in
        _ = try await store.items(environmentID: "e_none", after: 0)
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func anEnvironmentThatReturnsToItsContentReturnsToItsDigest(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let created = try await store.createFlag("a")
      let digest = try #require(created.environments.last?.digest)
      #expect(digest != .zero)
      let killed = try await store.write { $0.items = [Shop.kill("a")] }
      #expect(killed.environments.map(\.digest) != [digest])
      let back = try await store.write { $0.items = [Shop.item("a", isKilled: false, expects: .present)] }
      #expect(back.environments.map(\.digest) == [digest])
      #expect(back.environments.map(\.revision) == [3])
    }
  }

  @Test(arguments: StoreFactory.all)
  func versionsOfAnItemAreKeptWithTheirAuthors(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createFlag("a", document: "0")
      var commits: [Commit] = []
      for number in 1...20 {
        clock.advance(by: 1)
        commits.append(
          try await store.write(actor: "token:\(number)") { edit in
            edit.items = [Shop.item("a", document: "\(number)", expects: .version(Int64(number)))]
          })
      }
      let history = try await store.itemHistory(
        environmentID: Shop.production, kind: .flag, id: "f_a", versions: 2...21)
      #expect(history.map(\.item) == commits.flatMap(\.items))
      #expect(history.map(\.author.actor) == (1...20).map { "token:\($0)" })
      #expect(history.map(\.author.at) == commits.map(\.at))
      #expect(history.map { [$0.author.auditSequence] } == commits.map(\.auditSequences))
      let few = try await store.itemHistory(
        environmentID: Shop.production, kind: .flag, id: "f_a", versions: 20...500)
      #expect(few.map(\.item.version) == [20, 21])
    }
  }

  @Test(arguments: StoreFactory.all, ItemKind.allCases)
  func everyKindOfItemIsKept(factory: StoreFactory, kind: ItemKind) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let commit = try await store.write { edit in
        edit.items = [
          ItemWrite(
            environmentID: Shop.staging, kind: kind, id: "x", document: #"{"kind":true}"#, isKilled: false,
            isGone: true, expects: .absent)
        ]
      }
      #expect(commit.items.map(\.kind) == [kind])
      #expect(try await store.item(environmentID: Shop.staging, kind: kind, id: "x") == commit.items.first)
    }
  }
}
