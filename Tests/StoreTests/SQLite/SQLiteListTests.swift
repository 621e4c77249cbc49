import SerinFlags
import Store
import StoreSQLite
import Testing

@Suite struct SQLiteListTests {
  let place: SQLitePlace

  init() throws {
    place = SQLitePlace(folder: try TemporaryFolder())
  }

  @Test func whatAnUploadLeftBehindIsSweptWhenTheStoreIsOpenedAndTheOldListStays() async throws {
    var store = try await place.open(options: SQLiteOptions())
    try await store.openShop()
    try await store.createSegment("vip")
    let old = try Shop.list((0..<100).map { "user-\($0)" })
    try await store.replaceList(of: "vip", by: old, expects: .absent)
    let buckets = try place.raw().texts("SELECT count(*) FROM list_bucket")
    let upload = try await store.beginListUpload()
    try await store.stage(Shop.chunks(try Shop.list((0..<900).map { "user-\($0)" })), upload: upload)
    #expect(try place.raw().texts("SELECT count(*) FROM list_bucket") != buckets)
    await store.close()

    store = try await place.open(options: SQLiteOptions())
    #expect(try place.raw().texts("SELECT count(*) FROM list_bucket") == buckets)
    #expect(try place.raw().texts("SELECT count(*) FROM list_stage") == ["0"])
    #expect(try place.raw().texts("SELECT count(*) FROM list_upload") == ["0"])
    let state = try await store.list(environmentID: Shop.production, digest: old.digest)
    #expect(try await store.hashes(of: state) == Shop.chunks(old).flatMap(\.hashes))
    await store.close()
  }

  @Test func aStateThatFollowsAnotherKeepsOnlyTheBucketsThatDiffer() async throws {
    let store = try await place.open(options: SQLiteOptions())
    try await store.openShop()
    try await store.createSegment("vip")
    let ids = (0..<50_000).map { "user-\($0)" }
    try await store.replaceList(of: "vip", by: try Shop.list(ids), expects: .absent)
    #expect(try place.raw().texts("SELECT count(*) FROM list_bucket") == ["4096"])
    try await store.replaceList(of: "vip", by: try Shop.list(ids + ["one more"]), expects: .version(1))
    #expect(try place.raw().texts("SELECT count(*) FROM list_bucket") == ["4097"])
    #expect(try place.raw().texts("SELECT count(*) FROM list_chunk WHERE revision_to IS NOT NULL") == ["1"])
    await store.close()
  }

  @Test func segmentsOfAnOlderStoreGetTheirOwnFields() async throws {
    var options = SQLiteOptions()
    options.migrations = Array(Migration.all.prefix { $0.name != "segments" })
    let old = try await place.open(options: options)
    // Columns that came later, and that this program writes: they are there only as long as the old store is being filled.
    let raw = try place.raw()
    raw.mustExecute("ALTER TABLE environment ADD COLUMN keeps_contexts INTEGER NOT NULL DEFAULT 1")
    raw.mustExecute("ALTER TABLE environment ADD COLUMN passed_at INTEGER NOT NULL DEFAULT 0")
    try await old.openShop()
    for environment in [Shop.staging, Shop.production] {
      try await old.write { edit in
        edit.items = [
          ItemWrite(
            environmentID: environment, kind: .segment, id: "beta", document: #"{"condition":{"list":["a"]}}"#,
            expects: .absent)
        ]
      }
    }
    await old.close()
    raw.mustExecute("ALTER TABLE environment DROP COLUMN keeps_contexts")
    raw.mustExecute("ALTER TABLE environment DROP COLUMN passed_at")
    let new = try await place.open(options: SQLiteOptions())
    let segments = try await new.segments(projectID: Shop.id)
    #expect(segments.map(\.key) == ["beta"])
    #expect(segments.map(\.kind) == ["conditions"])
    #expect(segments.first?.id.hasPrefix("g_") == true)
    #expect(
      try await new.segmentHistory(segmentID: segments.first?.id ?? "", versions: 1...9).map(\.segment) == segments)
    await new.close()
  }
}
