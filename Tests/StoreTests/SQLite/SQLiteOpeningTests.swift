import Foundation
import Store
import StoreSQLite
import Testing

@Suite struct SQLiteOpeningTests {
  let place: SQLitePlace
  let data: String

  init() throws {
    place = SQLitePlace(folder: try TemporaryFolder())
    data = place.folder.path + "/data"
  }

  private func open(_ folder: String, key: [UInt8] = SQLitePlace.auditKey) async throws(StoreError) -> SQLiteStore {
    try await SQLiteStore.open(folder: folder, auditKey: key)
  }

  @Test func theFolderAndItsFilesAreTheOwnersOnly() async throws {
    let store = try await open(data + "//")
    try await store.openShop()
    for (path, mode) in [
      (data, 0o700), (place.database, 0o600), (place.database + "-wal", 0o600), (data + "/serin.lock", 0o600),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode, "\(path)")
    }
    await store.close()
  }

  @Test(arguments: [
    ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"), ("fullfsync", "1"),
    ("checkpoint_fullfsync", "1"), ("page_size", "1024"), ("application_id", "1397901646"), ("temp_store", "2"),
    ("trusted_schema", "0"), ("cell_size_check", "1"),
  ])
  func theSettingsThatMakeItDurableHold(name: String, value: String) async throws {
    for _ in 0..<2 {
      let store = try await open(data)
      #expect(try await store.writerSetting(name) == value)
      await store.close()
    }
  }

  @Test func aSecondStoreInThisProcessIsRefused() async throws {
    let first = try await open(data)
    let expected = StoreError.locked(path: data + "/serin.lock", pid: ProcessInfo.processInfo.processIdentifier)
    for _ in 0..<3 { await expectError(expected) { () throws(StoreError) in _ = try await open(data) } }
    #expect(try await first.projects().isEmpty)
    await first.close()
    await first.close()
    let second = try await open(data)
    await second.close()
  }

  @Test func aStoreThatIsDroppedGivesTheFolderBack() async throws {
    do {
      let store = try await open(data)
      try await store.openShop()
    }
    var store: SQLiteStore?
    try await waitUntil("the folder is free") {
      store = try? await open(data)
      return store != nil
    }
    #expect(try await store?.projects().count == 1)
    await store?.close()
  }

  @Test func anotherProcessIsNamedByItsIdUntilItIsKilled() async throws {
    let first = try await open(data)
    try await first.openShop()
    await first.close()
    let holder = """
      import fcntl, os, sys, time
      file = open(sys.argv[1], "r+")
      fcntl.flock(file, fcntl.LOCK_EX)
      file.truncate(0)
      file.write(str(os.getpid()) + "\\n")
      file.flush()
      print("ready", flush=True)
      time.sleep(600)
      """
    let child = try ChildProcess(python: holder, arguments: [data + "/serin.lock"])
    await expectError(.locked(path: data + "/serin.lock", pid: child.pid)) { () throws(StoreError) in
      _ = try await open(data)
    }
    child.kill()
    let store = try await open(data)
    #expect(try await store.projects().count == 1)
    let written = String(decoding: try place.folder.contents(of: "data/serin.lock"), as: UTF8.self)
    #expect(written == "\(ProcessInfo.processInfo.processIdentifier)\n")
    await store.close()
  }

  @Test func aPlaceThatCannotBeWrittenIsNamedWithItsReason() async throws {
    try place.folder.write([], to: "file")
    for name in ["locked/serin.lock", "base/config.db"] {
      try FileManager.default.createDirectory(
        atPath: place.folder.path + "/" + name, withIntermediateDirectories: true)
    }
    let cases = [
      ("file", "file/serin.lock", "Not a directory"), ("file/data", "file/data", "Not a directory"),
      ("none/data", "none/data", "No such file or directory"), ("locked", "locked/serin.lock", "Is a directory"),
      ("base", "base/config.db", "Is a directory"),
    ]
    for (folder, path, reason) in cases {
      let root = place.folder.path + "/"
      await expectError(.notWritable(path: root + path, reason: reason)) { () throws(StoreError) in
        _ = try await open(root + folder)
      }
    }
    let error = await errorOf { () throws(StoreError) in try await open("/proc/serin-data") }
    guard case .notWritable(path: "/proc/serin-data", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func anotherAuditKeyIsRefusedBeforeAnythingIsWritten() async throws {
    let store = try await open(data)
    try await store.openShop()
    await store.close()
    let before = try place.folder.contents(of: "data/config.db")
    await expectError(.wrongKey(path: place.database)) { () throws(StoreError) in
      _ = try await open(data, key: [UInt8](repeating: 1, count: 32))
    }
    #expect(try place.folder.contents(of: "data/config.db") == before)
    let again = try await open(data)
    #expect(try await again.firstBrokenAuditRow(chain: Shop.id) == nil)
    await again.close()
  }

  @Test func aShortAuditKeyIsRefused() async throws {
    await expectError(.failed(reason: "the audit key has 15 bytes and must have at least 16")) {
      () throws(StoreError) in
      _ = try await open(data, key: [UInt8](repeating: 1, count: 15))
    }
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  @Test func removingTheLockFileDoesNotLetASecondStoreIn() async throws {
    let store = try await open(data)
    try FileManager.default.removeItem(atPath: data + "/serin.lock")
    let error = await #expect(throws: StoreError.self) { try await open(data) }
    #expect(error == .locked(path: data + "/serin.lock", pid: nil))
    await store.close()
  }
}
