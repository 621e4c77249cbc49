import Store
import Testing

@Suite struct ConflictContractTests {
  @Test(arguments: StoreFactory.all)
  func anUnexpectedVersionIsAConflictThatNamesBoth(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      let before = try await store.dump()
      let item = "item:\(Shop.production)/flag/f_a"
      let writes: [(ItemWrite, StoreError)] = [
        (
          Shop.item("a", document: "1", expects: .version(2)),
          .conflict(StoreConflict(object: item, expected: 2, found: 1))
        ),
        (
          Shop.item("a", document: "1", expects: .absent),
          .conflict(StoreConflict(object: item, expected: nil, found: 1))
        ),
        (
          Shop.item("b", document: "1", expects: .version(1)),
          .conflict(
            StoreConflict(object: "item:\(Shop.production)/flag/f_b", expected: 1, found: nil))
        ),
        (Shop.kill("b"), .notFound(object: "item:\(Shop.production)/flag/f_b")),
        (Shop.item("a", in: "e_none", document: "1", expects: .absent), .notFound(object: "environment:e_none")),
      ]
      for (write, error) in writes {
        await expectError(error) { () throws(StoreError) in try await store.write { $0.items = [write] } }
      }
      let flags: [(FlagWrite, StoreError)] = [
        (
          FlagWrite(flag: Shop.flag("a", tags: ["x"]), expects: .version(3)),
          .conflict(StoreConflict(object: "flag:f_a", expected: 3, found: 1))
        ),
        (
          FlagWrite(flag: Shop.flag("a"), expects: .absent),
          .conflict(StoreConflict(object: "flag:f_a", expected: nil, found: 1))
        ),
        (FlagWrite(flag: Shop.flag("b"), expects: .present), .notFound(object: "flag:f_b")),
      ]
      for (write, error) in flags {
        await expectError(error) { () throws(StoreError) in try await store.write { $0.flag = write } }
      }
      #expect(try await store.dump() == before)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aNewItemNeedsADocument(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let error = await errorOf { () throws(StoreError) in
        try await store.write { $0.items = [Shop.item("a", isKilled: true, expects: .absent)] }
      }
      #expect(error == .failed(reason: "item:\(Shop.production)/flag/f_a is new and has no document"))
    }
  }

  @Test(arguments: StoreFactory.all)
  func aChangeHappensWhollyOrNotAtAll(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      let before = try await store.dump()
      let error = await errorOf { () throws(StoreError) in
        try await store.commit(
          Change(
            chain: Shop.id,
            edits: [
              Shop.edit("1") { edit in
                edit.project = .create(ProjectRecord(id: "p_2", key: "two", name: "", createdAt: 0))
                edit.flag = FlagWrite(flag: Shop.flag("new"), expects: .absent)
                edit.items = [Shop.item("new", document: "{}", expects: .absent)]
              },
              Shop.edit("2") { $0.token = .create(Shop.token("t")) },
              Shop.edit("3") { $0.items = [Shop.kill("a"), Shop.item("a", document: "1", expects: .version(7))] },
            ]))
      }
      #expect(
        error
          == .conflict(
            StoreConflict(object: "item:\(Shop.production)/flag/f_a", expected: 7, found: 2)))
      #expect(try await store.dump() == before)
      #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func whatChangesNothingWritesNothing(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a", document: #"{"x":1}"#)
      try await store.write { $0.items = [Shop.kill("a")] }
      try await store.write { $0.token = .create(Shop.token("t")) }
      try await store.write { $0.token = .revoke(id: "t") }
      let before = try await store.dump()
      let edits = [
        Shop.edit("kill again") { $0.items = [Shop.kill("a")] },
        Shop.edit("same document") { edit in
          edit.items = [Shop.item("a", document: #"{"x":1}"#, expects: .version(2))]
        },
        Shop.edit("nothing named") { $0.items = [Shop.item("a", expects: .present)] },
        Shop.edit("same flag") { $0.flag = FlagWrite(flag: Shop.flag("a"), expects: .version(1)) },
        Shop.edit("revoke again") { $0.token = .revoke(id: "t") },
        Shop.edit("empty") { _ in },
      ]
      for edit in edits {
        let commit = try await store.commit(Change(chain: Shop.id, edits: [edit]))
        #expect(commit == Commit(at: commit.at, environments: [], items: [], flags: [], auditSequences: []))
      }
      let together = try await store.commit(Change(chain: Shop.id, edits: edits))
      #expect(together.auditSequences.isEmpty)
      #expect(try await store.dump() == before)
    }
  }

  @Test(arguments: StoreFactory.all)
  func onlyTheEditsThatChangeSomethingAreRecorded(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      let commit = try await store.write { edit in
        edit.flag = FlagWrite(flag: Shop.flag("a"), expects: .version(1))
        edit.items = [Shop.kill("a"), Shop.item("a", in: Shop.staging, isKilled: false, expects: .present)]
      }
      #expect(commit.environments.map(\.id) == [Shop.production])
      #expect(commit.flags.isEmpty)
      #expect(commit.auditSequences.count == 1)
      #expect(try await store.environments(projectID: Shop.id).map(\.revision) == [1, 1, 2])
    }
  }
}
