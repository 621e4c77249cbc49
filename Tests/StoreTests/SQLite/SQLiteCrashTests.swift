import Foundation
import Store
import StoreSQLite
import TestRandom
import Testing

@Suite struct SQLiteCrashTests {
  /// What was acknowledged, by flag.
  private final class Acknowledged: Sendable {
    private let lock = NSLock()
    // Reached only while `lock` is held.
    nonisolated(unsafe) private var versions: [String: Int64] = [:]

    func note(_ item: ItemRecord) {
      lock.withLock { versions[item.id] = max(item.version, versions[item.id] ?? 0) }
    }

    var snapshot: [String: Int64] { lock.withLock { versions } }
    var total: Int64 { snapshot.values.reduce(0, +) }
  }

  /// Edits eight flags at once, `edits` times each.
  private func edit(_ store: SQLiteStore, _ edits: Int, noting acknowledged: Acknowledged) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for flag in 0..<8 {
        group.addTask {
          for version in 1...Int64(edits) {
            let commit = try await store.write { edit in
              edit.items = [Shop.item("\(flag)", document: "\(version)", expects: .version(version))]
            }
            for item in commit.items { acknowledged.note(item) }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func openFilled(_ place: SQLitePlace, options: SQLiteOptions) async throws -> SQLiteStore {
    let store = try await place.open(options: options)
    try await store.openShop()
    for flag in 0..<8 { try await store.createFlag("\(flag)", document: "0") }
    return store
  }

  /// Opens what a crash left and checks that everything acknowledged is there and everything there is whole.
  private func expectWhole(_ files: [String: [UInt8]], has acknowledged: [String: Int64]) async throws {
    let place = SQLitePlace(folder: try TemporaryFolder())
    try FileManager.default.createDirectory(
      atPath: place.folder.path + "/data", withIntermediateDirectories: false)
    for (name, bytes) in files { try place.folder.write(bytes, to: "data/\(name)") }
    let store = try await place.open(options: SQLiteOptions())
    let delta = try await store.items(environmentID: Shop.production, after: 0)
    let versions = Dictionary(uniqueKeysWithValues: delta.items.map { ($0.id, $0.version) })
    for (id, version) in acknowledged { #expect(versions[id] ?? 0 >= version, "\(id)") }
    for item in delta.items {
      #expect(item.document == "\(item.version - 1)")
      let history = try await store.itemHistory(
        environmentID: Shop.production, kind: .flag, id: item.id, versions: 1...10_000)
      #expect(history.map(\.item.version) == Array(1...item.version))
    }
    #expect(delta.environment.digest == delta.items.recomputedDigest)
    #expect(delta.environment.revision == versions.values.reduce(0, +))
    #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    let audit = try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 100_000)
    #expect(Int64(audit.count) == 1 + 2 * 8 + delta.environment.revision)
    await store.close()
    #expect(try place.raw().integrityCheck() == ["ok"])
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func aLossOfPowerLosesNothingAcknowledged(seed: UInt64) async throws {
    let place = SQLitePlace(folder: try TemporaryFolder())
    let power = PowerCut()
    let layer = TestFileLayer(power)
    var options = SQLiteOptions()
    options.fileLayer = layer.name
    // Small, so that the log is copied into the database and starts over many times.
    options.checkpointFrames = 60
    let store = try await openFilled(place, options: options)
    let acknowledged = Acknowledged()

    var generator = SeededGenerator(seed: seed)
    var images: [(files: [String: [UInt8]], acknowledged: [String: Int64])] = []
    let edits = 50
    let editing = Task { try await edit(store, edits, noting: acknowledged) }
    let moments = (0..<15).map { _ in Int64.random(in: 0..<Int64(8 * edits), using: &generator) }.sorted()
    for moment in moments {
      try await waitUntil("\(moment) edits are acknowledged") { acknowledged.total >= moment }
      let known = acknowledged.snapshot
      images.append((power.files(using: &generator), known))
    }
    try await editing.value
    images.append((power.files(using: &generator), acknowledged.snapshot))
    await store.close()
    for image in images { try await expectWhole(image.files, has: image.acknowledged) }
  }

  // What a killed process leaves behind are its files as they are.
  @Test func aCopyOfTheFilesInTheMiddleOfWritesHasEverythingAcknowledged() async throws {
    let place = SQLitePlace(folder: try TemporaryFolder())
    let store = try await openFilled(place, options: SQLiteOptions())
    let acknowledged = Acknowledged()
    let editing = Task { try await edit(store, 25, noting: acknowledged) }
    var images: [(files: [String: [UInt8]], acknowledged: [String: Int64])] = []
    for moment in [Int64(10), 60, 120, 180] {
      try await waitUntil("\(moment) edits are acknowledged") { acknowledged.total >= moment }
      // Fewer frames than the log may have are written here, so nothing moves between the two copies but the log's end.
      let known = acknowledged.snapshot
      var files: [String: [UInt8]] = [:]
      for name in ["config.db", "config.db-wal"] {
        files[name] = try place.folder.contents(of: "data/\(name)")
      }
      images.append((files, known))
    }
    try await editing.value
    await store.close()
    for image in images { try await expectWhole(image.files, has: image.acknowledged) }
  }
}
