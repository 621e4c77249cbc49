import Foundation
import Store
import StoreSQLite
import TestRandom
import Testing

@Suite struct SQLiteEventsTests {
  let place: SQLitePlace

  init() throws {
    place = SQLitePlace(folder: try TemporaryFolder())
  }

  @Test(arguments: [
    ("journal_mode", "wal"), ("synchronous", "2"), ("fullfsync", "1"), ("page_size", "4096"),
    ("application_id", "1397901637"), ("trusted_schema", "0"),
  ])
  func theSettingsThatMakeItDurableHold(name: String, value: String) async throws {
    for _ in 0..<2 {
      let store = try await place.open(options: SQLiteOptions())
      #expect(try await store.events.writerSetting(name) == value)
      await store.close()
    }
  }

  @Test func theFileIsTheOwnersOnlyAndItsMigrationsAreRecorded() async throws {
    let store = try await place.open(options: SQLiteOptions())
    let attributes = try FileManager.default.attributesOfItem(atPath: place.events)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    await store.close()
    #expect(!FileManager.default.fileExists(atPath: place.events + "-wal"))
    let raw = try RawDatabase(path: place.events)
    #expect(try raw.texts("SELECT checksum FROM schema_migration") == Migration.events.map(\.checksum))
    #expect(Migration.events.map(\.version) == Array(1...Int64(Migration.events.count)))
  }

  @Test func aStoreWithoutEventsGetsThem() async throws {
    let clock = TestClock()
    let old = try await place.open(clock: clock, options: SQLiteOptions())
    try await old.openShop()
    await old.close()
    try FileManager.default.removeItem(atPath: place.events)
    clock.advance(by: 5)
    let store = try await place.open(clock: clock, options: SQLiteOptions())
    #expect(try await store.events.flagUsageSince() == clock.now)
    #expect(try await store.projects().count == 1)
    await store.close()
  }

  @Test func newerOrAlteredEventsAreRefusedAndTheFolderIsFreeAgain() async throws {
    await (try await place.open(options: SQLiteOptions())).close()
    let before = try place.folder.contents(of: "data/events.db")
    var options = SQLiteOptions()
    options.eventMigrations[0].script += " "
    let altered = options
    await expectError(.migrationAltered(version: 1)) { () throws(StoreError) in
      _ = try await SQLiteStore.open(
        folder: place.folder.path + "/data", auditKey: SQLitePlace.auditKey, options: altered)
    }
    options.eventMigrations = []
    let older = options
    let newest = Int64(Migration.events.count)
    await expectError(.schemaTooNew(found: newest, supported: 0)) { () throws(StoreError) in
      _ = try await SQLiteStore.open(
        folder: place.folder.path + "/data", auditKey: SQLitePlace.auditKey, options: older)
    }
    #expect(try place.folder.contents(of: "data/events.db") == before)
    await (try await place.open(options: SQLiteOptions())).close()
  }

  @Test func aStoreThatIsDroppedFinishesItsCountsAndGivesTheFolderBack() async throws {
    do {
      let store = try await place.open(options: SQLiteOptions())
      try await store.events.addFlagUsage([Usage.row(evaluated: 4)])
    }
    var store: SQLiteStore?
    try await waitUntil("the folder is free") {
      store = try? await place.open(options: SQLiteOptions())
      return store != nil
    }
    #expect(try await store?.events.totals() == [4, 0])
    await store?.close()
  }

  // Counting must never hold up a kill.
  @Test func aChangeOfConfigurationDoesNotWaitForCounts() async throws {
    let faulty = try FaultyPlace()
    let store = try await faulty.open()
    try await store.openShop()
    try await store.createFlag("a")
    faulty.disk.with {
      $0.isStill = true
      $0.stillSuffix = "events.db-wal"
    }
    let counting = Task { try await store.events.addFlagUsage([Usage.row()]) }
    try await waitUntil("the counts are being synced") { faulty.disk.with { $0.waiting == 1 } }
    try await store.write { $0.items = [Shop.kill("a")] }
    #expect(faulty.disk.with { $0.waiting == 1 })
    faulty.disk.with { $0.isStill = false }
    try await counting.value
    await store.close()
  }

  @Test func aDiskThatFailsUnderTheCountsIsToldAndLeavesTheConfigurationAlone() async throws {
    let faulty = try FaultyPlace()
    let store = try await faulty.open()
    try await store.openShop()
    try await store.events.addFlagUsage([Usage.row()])
    faulty.disk.with {
      $0.syncFailure = FaultyDisk.syncError
      $0.syncFailureSuffix = "events.db-wal"
    }
    for _ in 0..<2 {
      let error = await errorOf { () throws(StoreError) in try await store.events.addFlagUsage([Usage.row()]) }
      guard case .failed = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      faulty.disk.with { $0.syncFailureSuffix = "none" }
    }
    try await store.createFlag("a")
    await store.close()
    let again = try await faulty.place.open(options: SQLiteOptions())
    #expect(try await again.events.totals()[0] >= 1)
    await again.close()
  }

  @Test func countsThatCannotBeWrittenWholeAreNotWrittenAtAll() async throws {
    let faulty = try FaultyPlace()
    let store = try await faulty.open()
    faulty.disk.with { $0.logCapacity = 200_000 }
    let many = (0..<20_000).map { Usage.row("f_\($0)") }
    let error = await errorOf { () throws(StoreError) in try await store.events.addFlagUsage(many) }
    guard case .full = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await store.events.flagUses(environments: [1], flagIDs: nil).isEmpty)
    try await store.events.addFlagUsage([Usage.row()])
    #expect(try await store.events.totals() == [1, 0])
    await store.close()
  }

  /// Opens what is left of a store and gives how often the flag was counted.
  private func total(in files: [String: [UInt8]]) async throws -> Int64 {
    let left = SQLitePlace(folder: try TemporaryFolder())
    try FileManager.default.createDirectory(atPath: left.folder.path + "/data", withIntermediateDirectories: false)
    for (name, bytes) in files { try left.folder.write(bytes, to: "data/\(name)") }
    let store = try await left.open(options: SQLiteOptions())
    let total = try await store.events.totals()[0]
    await store.close()
    #expect(try RawDatabase(path: left.events).integrityCheck() == ["ok"])
    return total
  }

  // What a killed process leaves behind are its files as they are.
  @Test func aKilledProcessLosesNoCountThatWasAcknowledged() async throws {
    let store = try await place.open(options: SQLiteOptions())
    for acknowledged in 1...Int64(3) {
      try await store.events.addFlagUsage([Usage.row()])
      var files: [String: [UInt8]] = [:]
      for name in ["config.db", "config.db-wal", "events.db", "events.db-wal"] {
        files[name] = try place.folder.contents(of: "data/\(name)")
      }
      #expect(try await total(in: files) == acknowledged)
    }
    await store.close()
  }

  @Test(arguments: [UInt64(1), 2])
  func aLossOfPowerLosesNoCountThatWasAcknowledgedAndMakesNone(seed: UInt64) async throws {
    let power = PowerCut()
    let layer = TestFileLayer(power)
    var options = SQLiteOptions()
    options.fileLayer = layer.name
    // Small, so that the log is copied into the database and starts over many times.
    options.checkpointFrames = 20
    let store = try await place.open(options: options)
    var generator = SeededGenerator(seed: seed)
    for acknowledged in 1...Int64(12) {
      try await store.events.addFlagUsage([Usage.row(version: "5.\(acknowledged % 3)")])
      #expect(try await total(in: power.files(using: &generator)) == acknowledged)
    }
    await store.close()
  }
}
