import Foundation
import Store
import Testing

@testable import StoreSQLite

/// What a kill reads does not wait for exports, past rulesets and histories.
@Suite(.timeLimit(.minutes(15))) struct SQLiteShortReadTests {
  let place: SQLitePlace
  /// Where a long read stands still.
  let gate = HeldClock()

  init() throws { place = SQLitePlace(folder: try TemporaryFolder()) }

  /// Calls `body` while a long read is under way.
  private func whileSomebodyReads(_ store: SQLiteStore, _ body: () async throws -> Void) async throws {
    gate.hold(true)
    let gate = gate
    let long = Task { try await store.read { _ in gate.now() } }
    try await waitUntil("it is begun") { gate.isAwaited }
    do {
      try await body()
    } catch {
      gate.hold(false)
      throw error
    }
    #expect(gate.isAwaited)
    gate.hold(false)
    _ = try await long.value
  }

  /// Regression: a kill was written at once, but its answer waited for whatever was being read.
  @Test func aKillIsWrittenAndReadBackWhileALongReadIsUnderWay() async throws {
    let sqlite = try await place.open(options: SQLiteOptions())
    let store: any ConfigurationStore = sqlite
    try await store.openShop()
    _ = try await store.write { $0.items = [Shop.item("1", document: "{}", expects: .absent)] }
    try await whileSomebodyReads(sqlite) {
      for isKilled in [true, false] {
        let commit = try await store.write { $0.items = [Shop.item("1", isKilled: isKilled, expects: .present)] }
        let id = Shop.flagID("1")
        #expect(try await store.item(environmentID: Shop.production, kind: .flag, id: id)?.isKilled == isKilled)
        let revision = try #require(commit.environments.first?.revision)
        let delta = try await store.items(environmentID: Shop.production, after: revision - 1)
        #expect(delta.items.map(\.isKilled) == [isKilled])
        let named = try await store.items(environmentID: Shop.production, kind: .flag, ids: [id])
        #expect(named.items.map(\.isKilled) == [isKilled])
        let version = try #require(delta.items.first?.version)
        let window = HistoryWindow(versions: 1...version, rows: 51)
        let past = try await store.itemHistory(environmentID: Shop.production, kind: .flag, id: id, newest: window)
        #expect(past.first?.item.version == version)
      }
      _ = try await store.flag(projectID: Shop.id, key: "none")
      #expect(try await store.projects().count == 1)
      #expect(try await store.environments(projectID: nil).isEmpty == false)
      #expect(try await store.tokens(projectID: nil).isEmpty)
      #expect(try await store.session(idHash: [1]) == nil)
      #expect(try await store.rights(accountID: "a_none") == nil)
    }
    await store.close()
  }

  @Test func readsThatWereAskedForAreDoneBeforeTheStoreIsClosed() async throws {
    let store = try await place.open(options: SQLiteOptions())
    try await store.openShop()
    gate.hold(true)
    let gate = gate
    let reads = [
      Task { try await store.read { _ in gate.now() } }, Task { try await store.readShort { _ in gate.now() } },
    ]
    try await waitUntil("both are begun") { gate.count == 2 }
    let closing = Task { await store.close() }
    gate.hold(false)
    for read in reads { _ = try await read.value }
    await closing.value
    await expectError(.closed) { () throws(StoreError) in _ = try await store.projects() }
    await expectError(.closed) { () throws(StoreError) in _ = try await store.flags(projectID: Shop.id) }
  }
}
