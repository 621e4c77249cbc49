import Store
import StoreSQLite
import TestRandom
import Testing

@Suite struct SQLiteDamageTests {
  let place: SQLitePlace

  init() throws {
    place = SQLitePlace(folder: try TemporaryFolder())
  }

  /// Opens, fills with flags, and closes.
  private func fill(flags: Int) async throws {
    let store = try await place.open(options: SQLiteOptions())
    try await store.openShop()
    let edits = (0..<flags).map { number in
      Shop.edit("create") { edit in
        edit.items = [
          Shop.item(
            "\(number)", document: "\"\(String(repeating: "x", count: 300))\(number)\"", expects: .absent)
        ]
      }
    }
    _ = try await store.commit(Change(chain: Shop.id, edits: edits))
    await store.close()
  }

  @Test(arguments: [
    ("just some text, long enough to be no empty file", "file is not a database"),
    (String(repeating: "\u{1}\u{2}\u{3}", count: 5_000), "file is not a database"),
  ])
  func aFileThatIsNoDatabaseIsRefused(content: String, reason: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(content.utf8), to: "config.db")
    await expectError(.damaged(path: folder.path + "/config.db", reason: reason)) { () throws(StoreError) in
      _ = try await SQLiteStore.open(folder: folder.path, auditKey: SQLitePlace.auditKey)
    }
    #expect(try folder.contents(of: "config.db") == Array(content.utf8))
  }

  @Test func aDatabaseOfAnotherProgramIsRefused() async throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "config.db")
    try RawDatabase(path: folder.path + "/config.db").mustExecute("CREATE TABLE recipe (id INTEGER PRIMARY KEY)")
    let before = try folder.contents(of: "config.db")
    let expected = StoreError.damaged(
      path: folder.path + "/config.db", reason: "it is a database of another program")
    await expectError(expected) { () throws(StoreError) in
      _ = try await SQLiteStore.open(folder: folder.path, auditKey: SQLitePlace.auditKey)
    }
    #expect(try folder.contents(of: "config.db") == before)
  }

  // One flipped byte in a document: the row is still read, and its digest tells which one it is.
  @Test func aDocumentChangedBehindTheStoresBackIsFoundByItsDigest() async throws {
    try await fill(flags: 20)
    try place.raw().mustExecute("UPDATE item SET document = replace(document, 'x7\"', 'y7\"') WHERE id = 'f_7'")
    let store = try await place.open(options: SQLiteOptions())
    let delta = try await store.items(environmentID: Shop.production, after: 0)
    #expect(delta.items.filter { $0.computedDigest != $0.digest }.map(\.id) == ["f_7"])
    #expect(delta.items.recomputedDigest != delta.environment.digest)
    // It can still be killed, and its neighbours edited.
    let commit = try await store.write { edit in
      edit.items = [Shop.kill("7"), Shop.item("8", document: "{}", expects: .version(1))]
    }
    #expect(commit.items.count == 2)
    await store.close()
  }

  @Test func aDamagedPageIsReportedAndTheRestIsServed() async throws {
    try await fill(flags: 400)
    let raw = try place.raw()
    let page = try #require(
      Int(try raw.texts("SELECT pageno FROM dbstat WHERE name = 'item' AND pagetype = 'leaf' LIMIT 1 OFFSET 9")[0]))
    var bytes = try place.folder.contents(of: "data/config.db")
    for offset in (page - 1) * 1_024..<page * 1_024 { bytes[offset] = 0xEE }
    try place.folder.write(bytes, to: "data/config.db")

    let store = try await place.open(options: SQLiteOptions())
    let error = await errorOf { () throws(StoreError) in
      try await store.items(environmentID: Shop.production, after: 0)
    }
    #expect(error == .damaged(path: place.database, reason: "database disk image is malformed"))
    #expect(try await store.projects().count == 1)
    #expect(try await store.items(environmentID: Shop.staging, after: 0).items.isEmpty)
    try await store.write { $0.items = [Shop.item("new", in: Shop.staging, document: "{}", expects: .absent)] }
    await store.close()
  }

  // Whatever happened to the file, the program neither crashes nor hangs.
  @Test(arguments: 0..<40)
  func damageAnywhereIsAnErrorAndNeverACrash(seed: UInt64) async throws {
    try await fill(flags: 30)
    var generator = SeededGenerator(seed: seed)
    var bytes = try place.folder.contents(of: "data/config.db")
    switch seed % 3 {
    case 0: for _ in 0..<20 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x5A }
    case 1: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
    default:
      let start = Int.random(in: 0..<bytes.count - 2_048, using: &generator)
      for offset in start..<start + 2_048 { bytes[offset] = UInt8.random(in: 0...255, using: &generator) }
    }
    try place.folder.write(bytes, to: "data/config.db")
    do {
      let store = try await place.open(options: SQLiteOptions())
      _ = try? await store.dump()
      _ = try? await store.firstBrokenAuditRow(chain: Shop.id)
      _ = await errorOf { () throws(StoreError) in try await store.write { $0.items = [Shop.kill("3")] } }
      await store.close()
    } catch let error as StoreError {
      switch error {
      case .damaged, .failed, .schemaTooNew, .migrationAltered, .wrongKey: break
      default: Issue.record("\(error)")
      }
    }
  }
}
