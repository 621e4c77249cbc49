import Foundation
import Store
import StoreSQLite
import Testing

/// What is erased is in none of the files afterwards, while the store goes on.
@Suite struct SQLiteErasureTests {
  let place: SQLitePlace

  init() throws { place = SQLitePlace(folder: try TemporaryFolder()) }

  /// Which of a database's files have a text.
  private func files(with text: String, of database: String) throws -> [String] {
    try ["", "-wal"].filter { suffix in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: database + suffix))
      return bytes.range(of: Data(text.utf8)) != nil
    }
  }

  @Test func bothDatabasesOverwriteWhatIsDeleted() async throws {
    let store = try await place.open(options: SQLiteOptions())
    #expect(try await store.writerSetting("secure_delete") == "1")
    #expect(try await store.events.writerSetting("secure_delete") == "1")
    await store.close()
  }

  @Test(arguments: [20, 20_000])
  func documentsOfTheAuditLogThatAreErasedAreGoneFromTheFileAndItsLog(length: Int) async throws {
    let store = try await place.open(options: SQLiteOptions())
    try await store.openShop()
    let secret = "Erika Mustermann " + String(repeating: "x", count: length)
    try await store.createAccount("erika")
    try await store.change("erika", AccountChange(name: secret))
    try await store.change("erika", AccountChange(name: "gone"))
    // A long one lies in pieces of a page.
    #expect(try files(with: "Erika Mustermann", of: place.database) != [])
    let rows = try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 100)
    let told = rows.filter { ($0.before ?? "").contains(secret) || ($0.after ?? "").contains(secret) }
    #expect(told.count == 2)
    for row in told {
      try await store.write("audit.erase") { $0.erasure = AuditErasure(sequence: row.sequence) }
    }
    // The log is emptied behind the answer.
    _ = try await store.writerSetting("secure_delete")
    #expect(try files(with: "Erika Mustermann", of: place.database) == [])
    #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    await store.close()
  }

  @Test(arguments: [true, false])
  func contextsThatAreDeletedOrTooOldAreGoneFromTheFileAndItsLog(isDeleted: Bool) async throws {
    let store = try await place.open(options: SQLiteOptions())
    let limits = RecentContextLimits(environments: [1], since: 100, count: 10, countWithoutUnit: 3)
    let secret = "erika@example.com"
    let context = RecentContextRecord(
      environment: 1, unit: [0, 0, 0, 0, 0, 0, 0, 1], hasUnit: true, context: secret, seenAt: 1000)
    try await store.events.writeRecentContexts([context], limits: limits)
    #expect(try files(with: secret, of: place.events) != [])
    if isDeleted {
      try await store.events.removeRecentContexts(environment: 1, unit: context.unit)
    } else {
      var later = limits
      later.since = 1001
      try await store.events.writeRecentContexts([], limits: later)
    }
    _ = try await store.events.writerSetting("secure_delete")
    #expect(try files(with: secret, of: place.events) == [])
    await store.close()
  }
}
