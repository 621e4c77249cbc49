import Store
import StoreSQLite
import Testing

@Suite struct SQLiteGroupTests {
  let faulty: FaultyPlace
  var disk: FaultyDisk { faulty.disk }

  init() throws {
    faulty = try FaultyPlace()
  }

  private func open(flags: [String]) async throws -> SQLiteStore {
    let store = try await faulty.open()
    try await store.openShop()
    for flag in flags { try await store.createFlag(flag) }
    return store
  }

  /// Runs `body` while the disk stands still in the sync of a first change.
  private func whileDiskIsStill(_ store: SQLiteStore, _ body: () async throws -> Void) async throws {
    disk.with { $0.isStill = true }
    async let first = store.write { $0.items = [Shop.kill("first")] }
    try await waitUntil("the first change is being synced") { disk.with { $0.waiting == 1 } }
    do {
      try await body()
    } catch {
      disk.with { $0.isStill = false }
      throw error
    }
    disk.with { $0.isStill = false }
    _ = try await first
  }

  @Test func changesThatWaitForTheDiskAreWrittenTogether() async throws {
    let store = try await open(flags: ["first"] + (0..<60).map { "\($0)" })
    disk.resetCounts()
    var waiting: [Task<Commit, any Error>] = []
    try await whileDiskIsStill(store) {
      for number in 0..<60 {
        waiting.append(Task { try await store.write { $0.items = [Shop.kill("\(number)")] } })
      }
      try await waitUntil("all are queued") { store.queuedWrites == 60 }
    }
    var commits: [Commit] = []
    for task in waiting { commits.append(try await task.value) }
    #expect(disk.with(\.syncs) == 2)
    #expect(commits.flatMap(\.environments).map(\.revision).sorted() == Array(63...122))
    #expect(commits.flatMap(\.auditSequences).sorted() == Array(186...245))
    await store.close()
  }

  @Test func aConflictInAGroupDoesNotHarmItsNeighbours() async throws {
    let store = try await open(flags: ["first", "a", "b", "c"])
    let writes = [
      Shop.item("a", document: "1", expects: .version(1)), Shop.item("b", document: "1", expects: .version(9)),
      Shop.item("c", document: "1", expects: .version(1)), Shop.item("d", document: "1", expects: .present),
      Shop.item("b", document: "2", expects: .version(1)),
    ]
    var waiting: [Task<StoreError?, Never>] = []
    try await whileDiskIsStill(store) {
      for (number, write) in writes.enumerated() {
        waiting.append(
          Task {
            await errorOf { () throws(StoreError) in
              // The first write of each edit succeeds; it must go with the second one.
              try await store.write { edit in
                edit.items = [Shop.item("extra\(number)", document: "1", expects: .absent), write]
              }
            }
          })
        try await waitUntil("it is queued") { store.queuedWrites == number + 1 }
      }
    }
    var errors: [StoreError?] = []
    for task in waiting { errors.append(await task.value) }
    let item = "item:\(Shop.production)/flag/"
    #expect(
      errors == [
        nil, .conflict(StoreConflict(object: item + "f_b", expected: 9, found: 1)), nil,
        .notFound(object: item + "f_d"), nil,
      ])
    let delta = try await store.items(environmentID: Shop.production, after: 4)
    #expect(delta.items.map(\.id) == ["f_first", "f_a", "f_extra0", "f_c", "f_extra2", "f_b", "f_extra4"])
    #expect(delta.environment.revision == 8)
    let all = try await store.items(environmentID: Shop.production, after: 0)
    #expect(all.environment.digest == all.items.recomputedDigest)
    #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    await store.close()
  }

  @Test func aSlowDiskHoldsUpNoReader() async throws {
    let store = try await open(flags: ["first", "a"])
    try await whileDiskIsStill(store) {
      let waiting = (0..<200).map { _ in Task { try await store.write { $0.items = [Shop.kill("a")] } } }
      try await waitUntil("all are queued") { store.queuedWrites == 200 }
      // Not yet synced, so not yet there.
      let item = try await store.item(environmentID: Shop.production, kind: .flag, id: "f_first")
      #expect(item?.isKilled == false)
      #expect(try await store.items(environmentID: Shop.production, after: 0).items.count == 2)
      disk.with { $0.isStill = false }
      for task in waiting { _ = try await task.value }
    }
    let item = try await store.item(environmentID: Shop.production, kind: .flag, id: "f_first")
    #expect(item?.isKilled == true)
    await store.close()
  }

  @Test func whatChangesNothingTouchesTheDiskNot() async throws {
    let store = try await open(flags: ["a"])
    try await store.write { $0.items = [Shop.kill("a")] }
    disk.resetCounts()
    for _ in 0..<20 { try await store.write { $0.items = [Shop.kill("a")] } }
    #expect(disk.with(\.syncs) == 0)
    #expect(disk.with(\.writtenToLog) == 0)
    #expect(disk.with(\.writtenElsewhere) == 0)
    await store.close()
  }

  // Every environment, flag and earlier version is somewhere else in the file; a kill must not come near them.
  @Test func aKillWritesTheSameWhateverTheNumberOfFlags() async throws {
    let store = try await open(flags: [])
    let document = "\"\(String(repeating: "x", count: 600))\""
    var perKill: [Int] = []
    for range in [0..<20, 20..<1_500] {
      let edits = range.map { number in
        Shop.edit("create") { edit in
          edit.items = [Shop.item("\(number)", document: document, expects: .absent)]
        }
      }
      _ = try await store.commit(Change(chain: Shop.id, edits: edits))
      disk.resetCounts()
      for number in 0..<10 {
        try await store.write { edit in
          edit.items = [Shop.item("\(range.lowerBound + number)", isKilled: true, expects: .present)]
        }
      }
      perKill.append(disk.with(\.writtenToLog) / 10)
    }
    #expect(perKill[0] > 5_000)
    #expect(perKill[1] < 24_000)
    #expect(perKill[1] < perKill[0] * 3 / 2)
    await store.close()
  }
}
