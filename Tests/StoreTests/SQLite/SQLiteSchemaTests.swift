import Store
import StoreSQLite
import Testing

@Suite struct SQLiteSchemaTests {
  let place: SQLitePlace

  init() throws {
    place = SQLitePlace(folder: try TemporaryFolder())
  }

  /// A migration after the last one that adds a table and fills it from what is there.
  private static let next = Migration(
    version: Int64(Migration.all.count) + 1, name: "labels",
    script: """
      CREATE TABLE label (env_id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
      INSERT INTO label SELECT id, key || '!' FROM environment;
      ALTER TABLE project ADD COLUMN color TEXT;
      UPDATE project SET color = 'blue';
      """)

  private static let tooNew = StoreError.schemaTooNew(found: next.version, supported: next.version - 1)

  private static var oneMore: SQLiteOptions {
    var options = SQLiteOptions()
    options.migrations = Migration.all + [next]
    return options
  }

  @Test func migrationsAreRecordedWithTheirChecksums() async throws {
    let clock = TestClock()
    let store = try await place.open(clock: clock, options: SQLiteOptions())
    await store.close()
    let raw = try place.raw()
    #expect(try raw.texts("SELECT checksum FROM schema_migration") == Migration.all.map(\.checksum))
    #expect(
      try raw.texts("SELECT version || name || phase || state || finished_at FROM schema_migration")
        == Migration.all.map { "\($0.version)\($0.name)expanddone\(clock.now)" })
    #expect(Migration.all.map(\.version) == Array(1...Int64(Migration.all.count)))
  }

  // A released migration must never be edited: stores would refuse to open.
  @Test func theFirstMigrationIsTheOneThatWasReleased() {
    #expect(
      Migration.all.first?.checksum == "430dd81f58b4945add1e2298a2512b5ebcb11a9ec91ba2a407b9abe939f76109")
  }

  @Test func aLaterMigrationKeepsWhatIsThere() async throws {
    let old = try await place.open(options: SQLiteOptions())
    try await old.openShop()
    try await old.createFlag("a")
    let before = try await old.dump()
    await old.close()
    let new = try await place.open(options: Self.oneMore)
    #expect(try await new.dump() == before)
    await new.close()
    #expect(
      try place.raw().texts("SELECT text FROM label ORDER BY 1") == ["development!", "production!", "staging!"])
    #expect(
      try place.raw().texts("SELECT version FROM schema_migration") == Self.oneMore.migrations.map { "\($0.version)" })
  }

  @Test func aNewerStoreIsRefusedUntouched() async throws {
    let store = try await place.open(options: Self.oneMore)
    try await store.openShop()
    await store.close()
    let before = try place.folder.contents(of: "data/config.db")
    await expectError(Self.tooNew) { () throws(StoreError) in
      _ = try await SQLiteStore.open(folder: place.folder.path + "/data", auditKey: SQLitePlace.auditKey)
    }
    #expect(try place.folder.contents(of: "data/config.db") == before)
  }

  @Test func aNewerStoreThatWasNotClosedKeepsItsLog() async throws {
    let store = try await place.open(options: Self.oneMore)
    try await store.openShop()
    // A copy of the files of an open store is what a killed process leaves behind.
    let killed = try TemporaryFolder()
    let names = ["config.db", "config.db-wal"]
    for name in names { try killed.write(try place.folder.contents(of: "data/\(name)"), to: name) }
    let before = try names.map { try killed.contents(of: $0) }
    #expect(before[1].count > 10_000)
    await store.close()
    await expectError(Self.tooNew) { () throws(StoreError) in
      _ = try await SQLiteStore.open(folder: killed.path, auditKey: SQLitePlace.auditKey)
    }
    #expect(try names.map { try killed.contents(of: $0) } == before)
  }

  @Test func anAlteredMigrationIsRefusedUntouched() async throws {
    let store = try await place.open(options: SQLiteOptions())
    await store.close()
    let before = try place.folder.contents(of: "data/config.db")
    var options = Self.oneMore
    options.migrations[0].script += " "
    let altered = options
    await expectError(.migrationAltered(version: 1)) { () throws(StoreError) in
      _ = try await SQLiteStore.open(
        folder: place.folder.path + "/data", auditKey: SQLitePlace.auditKey, options: altered)
    }
    #expect(try place.folder.contents(of: "data/config.db") == before)
  }

  @Test func aMigrationThatFailsLeavesTheStoreAsItWas() async throws {
    var options = Self.oneMore
    options.migrations[Migration.all.count].script += "; INSERT INTO nowhere VALUES (1);"
    let broken = options
    let store = try await place.open(options: SQLiteOptions())
    try await store.openShop()
    let before = try await store.dump()
    await store.close()
    let error = await errorOf { () throws(StoreError) in
      try await SQLiteStore.open(
        folder: place.folder.path + "/data", auditKey: SQLitePlace.auditKey, options: broken)
    }
    guard case .failed(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("no such table: nowhere"))
    let again = try await place.open(options: Self.oneMore)
    #expect(try await again.dump() == before)
    await again.close()
  }

  // The process dies at the first, second, third, ... write, sync or deletion; the next start must finish the work.
  @Test func openingThatIsKilledAnywhereIsFinishedByTheNext() async throws {
    var operations = 0
    var lived = false
    while !lived {
      let faulty = try FaultyPlace()
      lived = await faulty.openAndClose(operations: operations)
      try await Self.expectComplete(faulty.place, options: SQLiteOptions())
      operations += 1
    }
    #expect(operations > 20)
  }

  @Test func aLaterMigrationThatIsKilledAnywhereIsFinishedByTheNext() async throws {
    var operations = 0
    var lived = false
    while !lived {
      let faulty = try FaultyPlace()
      let old = try await faulty.place.open(options: SQLiteOptions())
      try await old.openShop()
      let before = try await old.dump()
      await old.close()
      lived = await faulty.openAndClose(operations: operations, options: Self.oneMore)
      let dump = try await Self.expectComplete(faulty.place, options: Self.oneMore)
      #expect(dump == before)
      #expect(try faulty.place.raw().texts("SELECT color FROM project") == ["blue"])
      operations += 1
    }
    #expect(operations > 5)
  }

  @discardableResult
  private static func expectComplete(_ place: SQLitePlace, options: SQLiteOptions) async throws -> StoreDump {
    let store = try await place.open(options: options)
    let dump = try await store.dump()
    #expect(try await store.epoch() == 1)
    if dump.projects.isEmpty { try await store.openShop() }
    await store.close()
    let raw = try place.raw()
    #expect(try raw.integrityCheck() == ["ok"])
    #expect(try raw.texts("SELECT count(*) FROM schema_migration") == ["\(options.migrations.count)"])
    #expect(try raw.texts("SELECT count(*) FROM meta") == ["3"])
    return dump
  }
}
