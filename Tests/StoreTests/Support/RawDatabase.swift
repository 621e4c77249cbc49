import CSQLite
import Testing

/// A connection beside the store's own, to look at its file and to damage it.
final class RawDatabase {
  private let handle: OpaquePointer

  init(path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil)
    try #require(code == SQLITE_OK, "\(path) cannot be opened: code \(code)")
    handle = try #require(opened)
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements and gives the engine's message when it refuses one.
  @discardableResult
  func execute(_ script: String) -> String? {
    guard sqlite3_exec(handle, script, nil, nil, nil) != SQLITE_OK else { return nil }
    return String(cString: sqlite3_errmsg(handle))
  }

  /// Runs statements that must succeed.
  func mustExecute(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(execute(script) == nil, sourceLocation: sourceLocation)
  }

  /// A column of every row, the first one when nothing is said, as text.
  func texts(_ sql: String, column: Int32 = 0) throws -> [String] {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
    defer { sqlite3_finalize(statement) }
    var result: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      result.append(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL")
    }
    return result
  }

  func integrityCheck() throws -> [String] { try texts("PRAGMA integrity_check") }
}

extension SQLitePlace {
  var database: String { folder.path + "/data/config.db" }

  var events: String { folder.path + "/data/events.db" }

  func raw() throws -> RawDatabase { try RawDatabase(path: database) }
}
