import Foundation
import Store
import StoreSQLite
import Testing

@Suite struct SQLiteCodeScanTests {
  let faulty: FaultyPlace

  init() throws {
    faulty = try FaultyPlace()
  }

  /// How many rows of places and of scans there are, seen or not.
  private func rows(_ place: SQLitePlace) throws -> [String] {
    try ["code_reference", "code_scan"].flatMap { try place.raw().texts("SELECT count(*) FROM \($0)") }
  }

  @Test func aKillDuringAnUploadWaitsForOnePartOfIt() async throws {
    let store = try await faulty.open()
    try await store.openShop()
    try await store.createFlag("a")
    let disk = faulty.disk
    disk.with { $0.isStill = true }
    disk.resetCounts()
    async let upload = store.replaceShopScan(Shop.scan(), Shop.places(2_600))
    try await waitUntil("the upload has begun") { disk.with { $0.waiting == 1 } }
    async let kill = store.write { $0.items = [Shop.kill("a")] }
    try await waitUntil("the kill is queued") { store.queuedWrites == 1 }
    disk.with { $0.isStill = false }
    let killed = try await kill
    _ = try await upload
    // The row of the upload is written by its last part; the kill was committed before.
    let rows = try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 100)
    #expect(rows.suffix(2).map(\.sequence).first == killed.auditSequences.first)
    #expect(rows.suffix(2).map(\.entry.action) == ["test", "code.replace"])
    // To begin, six parts, to publish: each a transaction of its own.
    #expect(disk.with(\.syncs) >= 8)
    #expect(CodeScanParts(Shop.places(2_600)).map(\.count) == [500, 500, 500, 500, 500, 100])
    await store.close()
  }

  @Test func aPartHasNoMoreBytesThanItShould() {
    var places = Shop.places(100)
    for index in places.indices { places[index].snippet = String(repeating: "x", count: 100 * 1024) }
    #expect(CodeScanParts(places).map(\.count) == Array(repeating: 2, count: 50))
    places = [places[0]]
    places[0].snippet = String(repeating: "x", count: 2 * CodeScanParts.bytes)
    #expect(CodeScanParts(places).map(\.count) == [1])
    #expect(CodeScanParts([]).map(\.count) == [])
  }

  @Test func whatWasReplacedOrRemovedLeavesNoRows() async throws {
    let store = try await faulty.open()
    try await store.openShop()
    try await store.replaceShopScan(Shop.scan(), Shop.places(1_300))
    try await store.replaceShopScan(Shop.scan(commit: "c2"), Shop.places(700))
    #expect(try rows(faulty.place) == ["700", "1"])
    let entry = Shop.edit("code.remove") { _ in }.audit
    try await store.removeCodeScan(projectID: Shop.id, repository: "acme/shop", branch: "main", audit: entry)
    #expect(try rows(faulty.place) == ["0", "0"])
    await store.close()
  }

  @Test func anUploadThatFailsLeavesNoRows() async throws {
    let store = try await faulty.open()
    try await store.openShop()
    try await store.replaceShopScan(Shop.scan(), Shop.places(5))
    let twice = Shop.places(1_200) + Shop.places(1)
    #expect(
      await errorOf { () throws(StoreError) in try await store.replaceShopScan(Shop.scan(commit: "c2"), twice) } != nil)
    #expect(try rows(faulty.place) == ["5", "1"])
    #expect(try await store.codeScans(projectID: Shop.id).map(\.commit) == ["c1"])
    await store.close()
  }

  // The process dies at some write, sync or deletion of an upload.
  @Test func anUploadThatIsKilledAnywhereLeavesOneScanWhole() async throws {
    var operations = 0
    var lived = false
    var commits: Set<String> = []
    while !lived {
      let faulty = try FaultyPlace()
      let before = try await faulty.open()
      try await before.openShop()
      try await before.replaceShopScan(Shop.scan(), Shop.places(520))
      faulty.disk.with { $0.operationsLeft = operations }
      _ = try? await before.replaceShopScan(Shop.scan(commit: "c2"), Shop.places(540))
      lived = faulty.disk.with { $0.operationsLeft > 0 }
      faulty.disk.with { $0.operationsLeft = 0 }
      await before.close()
      faulty.disk.with { $0.operationsLeft = .max }
      let after = try await faulty.open()
      let scans = try await after.codeScans(projectID: Shop.id)
      #expect(scans.count == 1)
      commits.formUnion(scans.map(\.commit))
      let places = try await after.codeReferences(projectID: Shop.id, flagKey: "a", limit: 1_000)
      #expect(places.total == (scans.first?.commit == "c1" ? 520 : 540))
      #expect(try rows(faulty.place) == ["\(places.total)", "1"])
      #expect(try await after.firstBrokenAuditRow(chain: Shop.id) == nil)
      await after.close()
      operations += 29
    }
    #expect(commits == ["c1", "c2"])
    #expect(operations > 100)
  }

  @Test func scansOfTheSchemaBeforeAreStillThere() async throws {
    let place = faulty.place
    var raw: RawDatabase? = try Self.older(place)
    raw?.mustExecute(
      """
      INSERT INTO project (id, key, name, created_at) VALUES ('\(Shop.id)', 'shop', 'Shop', 0);
      INSERT INTO code_scan VALUES (3, '\(Shop.id)', 'acme/shop', 'main', 'c1', NULL, 2, 99);
      INSERT INTO code_reference VALUES ('a', 3, 'A.swift', 1, 2, 'literal', 'é'), ('b', 3, 'B.swift', 1, 1, 'literal', '');
      """)
    raw = nil
    let store = try await place.open(options: SQLiteOptions())
    let bytes = Int64("aA.swiftliteralé".utf8.count + "bB.swiftliteral".utf8.count + 128)
    let scan = CodeScanRecord(
      projectID: Shop.id, repository: "acme/shop", branch: "main", commit: "c1", references: 2, bytes: bytes,
      updatedAt: 99)
    #expect(try await store.codeScans(projectID: Shop.id) == [scan])
    let place1 = CodeReferenceRecord(
      flagKey: "a", file: "A.swift", line: 1, column: 2, kind: "literal", snippet: "é")
    let found = try await store.codeReferences(projectID: Shop.id, flagKey: "a", limit: 9)
    #expect(found == FlagReferences(total: 1, scans: [.init(scan: scan, references: [place1])]))
    #expect(try await store.replaceShopScan(Shop.scan(), [place1]).references == 1)
    #expect(try rows(place) == ["1", "1"])
    await store.close()
    #expect(try place.raw().texts("PRAGMA foreign_key_check").isEmpty)
  }

  /// A database as a program had it that knew the migrations before this one.
  private static func older(_ place: SQLitePlace) throws -> RawDatabase {
    try FileManager.default.createDirectory(
      atPath: place.folder.path + "/data", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: place.database))
    let raw = try place.raw()
    for migration in Migration.all.prefix(4) {
      raw.mustExecute(migration.script)
      raw.mustExecute(
        """
        INSERT INTO schema_migration (version, name, checksum, phase, state, started_at, finished_at)
        VALUES (\(migration.version), '\(migration.name)', '\(migration.checksum)', 'expand', 'done', 0, 0)
        """)
    }
    return raw
  }
}
