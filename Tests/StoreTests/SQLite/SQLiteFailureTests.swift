import CSQLite
import Store
import StoreSQLite
import Testing

@Suite struct SQLiteFailureTests {
  let faulty: FaultyPlace
  var place: SQLitePlace { faulty.place }
  var disk: FaultyDisk { faulty.disk }

  init() throws {
    faulty = try FaultyPlace()
  }

  private func open(checkpointFrames: Int = 4_000) async throws -> SQLiteStore {
    var options = SQLiteOptions()
    options.checkpointFrames = checkpointFrames
    return try await faulty.open(options: options)
  }

  private func errorOfKill(_ key: String, in store: SQLiteStore) async -> StoreError? {
    await errorOf { () throws(StoreError) in try await store.write { $0.items = [Shop.kill(key)] } }
  }

  @Test func afterOneFailedSyncNothingIsAcknowledgedUntilTheStoreIsOpenedAgain() async throws {
    let store = try await open()
    try await store.openShop()
    for key in ["a", "b", "c"] { try await store.createFlag(key) }
    disk.with { $0.syncFailure = FaultyDisk.syncError }
    let first = await errorOfKill("a", in: store)
    guard case .failed(let reason) = first else {
      Issue.record("\(String(describing: first))")
      return
    }
    #expect(reason.contains("disk I/O error"))

    // The disk works again, but what it lost meanwhile is unknown.
    disk.with { $0.syncFailure = SQLITE_OK }
    for key in ["a", "b"] {
      guard case .failed(let later) = await errorOfKill(key, in: store) else {
        Issue.record("the kill of \(key) was acknowledged")
        continue
      }
      #expect(later.contains("nothing is written until the store is opened again"))
    }
    let item = try await store.item(environmentID: Shop.production, kind: .flag, id: "f_b")
    #expect(item?.isKilled == false)
    await store.close()

    let again = try await open()
    try await again.write { $0.items = [Shop.kill("b")] }
    let all = try await again.items(environmentID: Shop.production, after: 0)
    #expect(all.items.filter(\.isKilled).map(\.id).contains("f_b"))
    #expect(all.environment.digest == all.items.recomputedDigest)
    #expect(try await again.firstBrokenAuditRow(chain: Shop.id) == nil)
    await again.close()
  }

  // The change is safe in the log and acknowledged; that copying it into the database fails shows with the next one.
  @Test func afterAFailedSyncOfTheDatabaseFileNothingIsAcknowledgedEither() async throws {
    let store = try await open(checkpointFrames: 1)
    try await store.openShop()
    for key in ["a", "b"] { try await store.createFlag(key) }
    // The copying comes after the acknowledgement; whatever the writer does next comes after the copying.
    _ = try await store.writerSetting("synchronous")
    disk.with {
      $0.syncFailure = FaultyDisk.syncError
      $0.syncFailureSuffix = "config.db"
    }
    #expect(await errorOfKill("a", in: store) == nil)
    _ = try await store.writerSetting("synchronous")
    disk.with { $0.syncFailure = SQLITE_OK }
    guard case .failed(let reason) = await errorOfKill("b", in: store) else {
      Issue.record("the kill of b was acknowledged")
      return
    }
    #expect(reason.contains("nothing is written until the store is opened again"))
    await store.close()

    let again = try await open()
    let items = try await again.items(environmentID: Shop.production, after: 0).items
    #expect(items.filter(\.isKilled).map(\.id) == ["f_a"])
    #expect(try await again.firstBrokenAuditRow(chain: Shop.id) == nil)
    await again.close()
    #expect(try place.raw().integrityCheck() == ["ok"])
  }

  @Test func aFullDiskIsSaidAndOverOnceThereIsSpace() async throws {
    let store = try await open()
    try await store.openShop()
    try await store.createFlag("a")
    let before = try await store.dump()
    disk.with { $0.logCapacity = 0 }
    for _ in 0..<3 {
      guard case .full(let reason) = await errorOfKill("a", in: store) else {
        Issue.record("a full disk was not noticed")
        break
      }
      #expect(reason == "\(place.database): database or disk is full")
      #expect(try await store.dump() == before)
    }
    disk.with { $0.logCapacity = .max }
    let commit = try await store.write { $0.items = [Shop.kill("a")] }
    #expect(commit.environments.map(\.revision) == [2])
    #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    await store.close()
    #expect(try place.raw().integrityCheck() == ["ok"])
  }

  @Test func aLogThatCannotGrowIsCopiedAndStartsOver() async throws {
    let store = try await open()
    try await store.openShop()
    try await store.createFlag("a")
    disk.with { $0.logCapacity = 200_000 }
    for number in 0..<100 {
      try await store.write { $0.items = [Shop.item("a", document: "\(number)", expects: .present)] }
    }
    #expect(disk.with(\.writtenToLog) > 500_000)
    #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    await store.close()
    #expect(try place.raw().integrityCheck() == ["ok"])
  }

  @Test func anImportThatDoesNotFitTakesNoKillWithIt() async throws {
    let store = try await open()
    try await store.openShop()
    for key in ["first", "a", "b"] { try await store.createFlag(key) }
    disk.with {
      $0.logCapacity = 400_000
      $0.isStill = true
    }
    let first = Task { await errorOfKill("first", in: store) }
    try await waitUntil("the first kill is being synced") { disk.with { $0.waiting == 1 } }
    let kills = ["a", "b"].map { key in Task { await errorOfKill(key, in: store) } }
    let large = Task {
      await errorOf { () throws(StoreError) in
        try await store.write { edit in
          edit.items = [
            Shop.item("large", document: String(repeating: "1", count: 900_000), expects: .absent)
          ]
        }
      }
    }
    try await waitUntil("all are queued") { store.queuedWrites == 3 }
    disk.with { $0.isStill = false }
    #expect(await first.value == nil)
    for kill in kills { #expect(await kill.value == nil) }
    guard case .full = await large.value else {
      Issue.record("the import fitted")
      return
    }
    let items = try await store.items(environmentID: Shop.production, after: 0).items
    #expect(items.filter(\.isKilled).map(\.id).sorted() == ["f_a", "f_b", "f_first"])
    #expect(items.count == 3)
    await store.close()
  }
}
