import Store
import StoreSQLite
import Testing

/// Kills go ahead of everything that waits, and of a long change that is being written.
@Suite struct SQLiteKillFirstTests {
  let faulty: FaultyPlace
  var disk: FaultyDisk { faulty.disk }

  init() throws { faulty = try FaultyPlace() }

  private static func replacement(_ count: Int, _ text: String) -> Change {
    Change(
      chain: Shop.id,
      edits: (0..<count).map { number in
        Shop.edit("flag.replace") { $0.items = [Shop.item("\(number)", document: text, expects: .present)] }
      })
  }

  private func open(flags: Int) async throws -> SQLiteStore {
    let store = try await faulty.open()
    try await fill(store, flags: flags)
    return store
  }

  private func fill(_ store: SQLiteStore, flags: Int) async throws {
    try await store.openShop()
    let edits = (0..<flags).map { number in
      Shop.edit("flag.create") { $0.items = [Shop.item("\(number)", document: "{}", expects: .absent)] }
    }
    _ = try await store.commit(Change(chain: Shop.id, edits: edits))
  }

  @Test func aKillIsWrittenBeforeChangesThatWaitLonger() async throws {
    let store = try await open(flags: 3)
    disk.with { $0.isStill = true }
    async let first = store.write { $0.items = [Shop.item("0", document: "1", expects: .present)] }
    try await waitUntil("the first change is being synced") { disk.with { $0.waiting == 1 } }
    let edit = Task { try await store.write { $0.items = [Shop.item("1", document: "1", expects: .present)] } }
    try await waitUntil("the edit is queued") { store.queuedWrites == 1 }
    let kill = Task { try await store.write { $0.items = [Shop.kill("2")] } }
    try await waitUntil("the kill is queued") { store.queuedWrites == 2 }
    disk.with { $0.isStill = false }
    _ = try await first
    let (edited, killed) = (try await edit.value, try await kill.value)
    let revisions = [killed, edited].compactMap(\.environments.first?.revision)
    #expect(revisions == revisions.sorted())
    #expect(revisions.count == 2)
    await store.close()
  }

  /// Regression: a kill overtook the taking back of an earlier one, found nothing to do, and was undone by it.
  @Test func ofAKillAndTheTakingBackOfOneTheLaterHolds() async throws {
    let store = try await open(flags: 3)
    _ = try await store.write { $0.items = [Shop.kill("2")] }
    disk.with { $0.isStill = true }
    async let first = store.write { $0.items = [Shop.item("0", document: "1", expects: .present)] }
    try await waitUntil("the first change is being synced") { disk.with { $0.waiting == 1 } }
    let edit = Task { try await store.write { $0.items = [Shop.item("1", document: "1", expects: .present)] } }
    try await waitUntil("the edit is queued") { store.queuedWrites == 1 }
    let back = Task { try await store.write { $0.items = [Shop.item("2", isKilled: false, expects: .present)] } }
    try await waitUntil("the taking back is queued") { store.queuedWrites == 2 }
    let kill = Task { try await store.write { $0.items = [Shop.kill("2")] } }
    try await waitUntil("the kill is queued") { store.queuedWrites == 3 }
    disk.with { $0.isStill = false }
    _ = try await (first, edit.value, back.value, kill.value)
    let item = try await store.item(environmentID: Shop.production, kind: .flag, id: Shop.flagID("2"))
    #expect(item?.isKilled == true)
    await store.close()
  }

  /// Regression: a kill waited behind a change of thousands of flags for as long as that took.
  @Test func aLongChangeMakesWayForAKillAndIsWrittenAsAWholeAfterIt() async throws {
    // The writer asks for the time when it begins a change.
    let clock = HeldClock()
    let folder = try TemporaryFolder()
    let store = try await SQLiteStore.open(
      folder: folder.path + "/data", auditKey: SQLitePlace.auditKey, clock: { clock.now() })
    try await fill(store, flags: 3000)
    let before = try await store.items(environmentID: Shop.production, after: 0).environment.revision
    clock.hold(true)
    let change = Task { try await store.commit(Self.replacement(3000, "1")) }
    try await waitUntil("it is begun") { clock.isAwaited }
    let kill = Task { try await store.write { $0.items = [Shop.item("7", isKilled: true, expects: .present)] } }
    try await waitUntil("the kill is queued") { store.queuedWrites == 1 }
    clock.hold(false)
    let (killed, changed) = (try await kill.value, try await change.value)
    #expect(killed.environments.first?.revision == before + 1)
    #expect(changed.environments.first?.revision == before + 2)
    #expect(changed.items.count == 3000)
    let delta = try await store.items(environmentID: Shop.production, after: 0)
    #expect(delta.items.allSatisfy { $0.document == "1" })
    #expect(delta.items.filter(\.isKilled).map(\.id) == ["f_7"])
    #expect(delta.environment.digest == delta.items.recomputedDigest)
    #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    await store.close()
  }

  @Test func aChangeThatKillsKeepComingAtIsWrittenAllTheSame() async throws {
    let store = try await open(flags: 2000)
    let kills = Task {
      var number = 0
      while !Task.isCancelled {
        number += 1
        let isKilled = number % 2 == 0
        _ = try? await store.write { $0.items = [Shop.item("0", isKilled: true, expects: .present)] }
        _ = try? await store.write { $0.items = [Shop.item("0", isKilled: isKilled, expects: .present)] }
      }
    }
    for attempt in 0..<3 {
      let commit = try await store.commit(Self.replacement(2000, "\"\(attempt)\""))
      #expect(commit.items.count == 2000)
    }
    kills.cancel()
    await kills.value
    #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    await store.close()
  }
}
