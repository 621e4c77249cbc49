import Store
import Testing

@Suite struct ConcurrencyContractTests {
  @Test(arguments: StoreFactory.all)
  func ofManyEditsFromOneVersionExactlyOneWins(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      for round in Int64(1)...5 {
        let winners = await withTaskGroup(of: Bool.self) { group in
          for number in 0..<60 {
            group.addTask {
              let error = await errorOf { () throws(StoreError) in
                try await store.write { edit in
                  edit.items = [Shop.item("a", document: "\(round).\(number)", expects: .version(round))]
                }
              }
              return error == nil
            }
          }
          return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
      }
      let item = try await store.item(environmentID: Shop.production, kind: .flag, id: "f_a")
      #expect(item?.version == 6)
    }
  }

  // Twenty writers each read a version, edit from it, and try again after a conflict.
  @Test(arguments: StoreFactory.all)
  func concurrentEditsLoseNothing(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let keys = ["a", "b", "c", "d", "e"]
      for key in keys { try await store.createFlag(key, document: "0") }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<20 {
          group.addTask {
            for _ in 0..<15 { try await increment(keys[writer % keys.count], in: store) }
          }
        }
        try await group.waitForAll()
      }
      let delta = try await store.items(environmentID: Shop.production, after: 0)
      #expect(delta.items.map(\.document) == keys.map { _ in "60" })
      #expect(delta.items.map(\.version) == keys.map { _ in 61 })
      #expect(delta.environment.revision == Int64(keys.count) + 300)
      #expect(delta.environment.digest == delta.items.recomputedDigest)
      for key in keys {
        let history = try await store.itemHistory(
          environmentID: Shop.production, kind: .flag, id: Shop.flagID(key), versions: 1...1_000)
        #expect(history.map(\.item.version) == Array(1...61))
        #expect(history.map(\.item.document) == (0...60).map(String.init))
      }
      let audit = try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 10_000)
      #expect(audit.map(\.sequence) == Array(1...Int64(audit.count)))
      #expect(audit.count == 1 + 3 * keys.count + 300)
      #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func manyKillsOfOneFlagMakeOneVersion(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      let changing = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<100 {
          group.addTask { try await store.write { $0.items = [Shop.kill("a")] }.auditSequences.count }
        }
        return try await group.reduce(0, +)
      }
      #expect(changing == 1)
      let item = try await store.item(environmentID: Shop.production, kind: .flag, id: "f_a")
      #expect(item?.version == 2)
      #expect(item?.isKilled == true)
    }
  }

  // A reader that saw half a change would find a digest that is not the sum of the items.
  @Test(arguments: StoreFactory.all)
  func readersSeeWholeChangesOnly(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for key in ["a", "b", "c"] { try await store.createFlag(key) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for number in 0..<200 {
            try await store.write { edit in
              edit.items = ["a", "b", "c"].map { Shop.item($0, document: "\(number)", expects: .present) }
            }
          }
        }
        group.addTask {
          var lastRevision: Int64 = 0
          while lastRevision < 203 {
            let delta = try await store.items(environmentID: Shop.production, after: 0)
            #expect(delta.environment.digest == delta.items.recomputedDigest)
            #expect(delta.items.map(\.revision).max() == delta.environment.revision)
            if delta.environment.revision > 3 { #expect(Set(delta.items.map(\.document)).count == 1) }
            #expect(delta.environment.revision >= lastRevision)
            lastRevision = delta.environment.revision
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func closingFinishesWhatIsQueuedAndRefusesTheRest(factory: StoreFactory) async throws {
    let place = try await factory.makePlace()
    let store = try await place.open(clock: TestClock())
    try await store.openShop()
    let outcomes = await withTaskGroup(of: (Int, StoreError?).self) { group in
      for number in 0..<200 {
        group.addTask {
          let error = await errorOf { () throws(StoreError) in
            try await store.write { edit in
              edit.items = [Shop.item("\(number)", document: "{}", expects: .absent)]
            }
          }
          return (number, error)
        }
      }
      group.addTask {
        await store.close()
        return (-1, nil)
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    await store.close()
    await expectError(.closed) { () throws(StoreError) in _ = try await store.projects() }
    await expectError(.closed) { () throws(StoreError) in _ = try await store.write { _ in } }

    let again = try await place.open(clock: TestClock())
    let there = Set(try await again.items(environmentID: Shop.production, after: 0).items.map(\.id))
    for number in 0..<200 {
      let error = outcomes[number]
      #expect(error == nil || error == .closed)
      #expect(there.contains(Shop.flagID("\(number)")) == (error == nil))
    }
    await again.close()
  }

  @Test(arguments: StoreFactory.all)
  func everythingIsThereAfterOpeningAgain(factory: StoreFactory) async throws {
    let place = try await factory.makePlace()
    let store = try await place.open(clock: TestClock())
    try await store.openShop()
    try await store.createFlag("a")
    try await store.write { $0.items = [Shop.kill("a")] }
    try await store.write { $0.token = .create(Shop.token("t")) }
    let before = try await store.dump()
    await store.close()
    let again = try await place.open(clock: TestClock())
    #expect(try await again.dump() == before)
    #expect(try await again.firstBrokenAuditRow(chain: Shop.id) == nil)
    let next = try await again.write { $0.items = [Shop.item("a", isKilled: false, expects: .version(2))] }
    #expect(next.environments.map(\.revision) == [3])
    #expect(next.auditSequences == [Int64(before.audit.count) + 1])
    await again.close()
  }
}

/// Adds one to the number that is a flag's document, however often others come first.
private func increment(_ key: String, in store: any ConfigurationStore) async throws {
  while true {
    let current = try await store.item(environmentID: Shop.production, kind: .flag, id: Shop.flagID(key))
    let item = try #require(current)
    let number = try #require(Int(item.document))
    do throws(StoreError) {
      try await store.write { edit in
        edit.items = [Shop.item(key, document: "\(number + 1)", expects: .version(item.version))]
      }
      return
    } catch {
      guard case .conflict = error else { throw error }
    }
  }
}
