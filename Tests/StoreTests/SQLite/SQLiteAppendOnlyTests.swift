import Store
import StoreSQLite
import Testing

@Suite struct SQLiteAppendOnlyTests {
  @Test(arguments: [
    ("UPDATE audit SET actor = 'x'", "rows of audit are never changed"),
    ("DELETE FROM audit", "rows of audit are never deleted"),
    ("DELETE FROM audit WHERE seq = 1", "rows of audit are never deleted"),
    ("REPLACE INTO audit SELECT * FROM audit LIMIT 1", "rows of audit are never replaced"),
    ("INSERT OR IGNORE INTO audit SELECT * FROM audit LIMIT 1", "rows of audit are never replaced"),
    ("UPDATE audit_payload SET after_doc = '{}'", "rows of audit_payload are never changed"),
    ("REPLACE INTO audit_payload SELECT * FROM audit_payload", "rows of audit_payload are never replaced"),
    ("UPDATE item_history SET document = '{}'", "rows of item_history are never changed"),
    ("DELETE FROM item_history", "rows of item_history are never deleted"),
    ("REPLACE INTO item_history SELECT * FROM item_history", "rows of item_history are never replaced"),
    ("UPDATE flag_history SET owner = 'x'", "rows of flag_history are never changed"),
    ("DELETE FROM flag_history", "rows of flag_history are never deleted"),
    ("REPLACE INTO flag_history SELECT * FROM flag_history", "rows of flag_history are never replaced"),
    ("INSERT INTO item SELECT * FROM item", "UNIQUE constraint failed: item.env_id, item.kind, item.id"),
    ("UPDATE item SET kind = 'thing'", "CHECK constraint failed: kind IN ('flag', 'segment', 'list', 'token')"),
    ("UPDATE item SET version = 'one'", "cannot store TEXT value in INTEGER column item.version"),
    ("UPDATE flag SET kind = 'toggle'", nil),
  ])
  func theDatabaseItselfRefuses(statement: String, message: String?) async throws {
    let place = SQLitePlace(folder: try TemporaryFolder())
    let store = try await place.open(options: SQLiteOptions())
    try await store.openShop()
    try await store.createFlag("a")
    let before = try await store.dump()
    let refusal = try place.raw().execute(statement)
    #expect(refusal != nil)
    if let message { #expect(refusal == message) }
    #expect(try await store.dump() == before)
    await store.close()
  }

  @Test func aPersonsDataCanBeErasedAndTheChainStaysWhole() async throws {
    let place = SQLitePlace(folder: try TemporaryFolder())
    let store = try await place.open(options: SQLiteOptions())
    try await store.openShop()
    try await store.createFlag("a")
    try place.raw().mustExecute("DELETE FROM audit_payload WHERE seq IN (2, 4)")
    #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    let rows = try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 10)
    #expect(rows.map { $0.after == nil } == [false, true, false, true])
    try await store.write { $0.items = [Shop.kill("a")] }
    #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    await store.close()
  }
}
