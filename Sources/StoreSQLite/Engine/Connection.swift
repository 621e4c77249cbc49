internal import CSQLite
internal import Store

/// One SQLite connection with its prepared statements.
///
/// It belongs to the thread that opened it and is used by no other, so SQLite's own locks are switched off. The class is
/// not `Sendable`: the compiler keeps it where it is.
final class Connection {
  /// The database's path, for errors.
  let path: String
  /// Set by an input or output error that leaves it unknown what is on the disk.
  ///
  /// After a failed fsync the kernel may have dropped the unwritten pages and report success the next time, so nothing
  /// may be acknowledged any more on this connection.
  private(set) var hasFailed = false
  /// Whether something was erased on purpose whose bytes the write-ahead log may still have.
  private(set) var hasErased = false
  /// How many frames the write-ahead log had after the last commit.
  var logFrames: Int { Int(frames.pointee) }

  private let handle: OpaquePointer
  private let frames: UnsafeMutablePointer<Int32>
  private var statements: [String: OpaquePointer] = [:]

  /// Opens the database file, which must exist.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - vfs: The name of a registered file layer, or nil for the system's.
  init(path: String, vfs: String? = nil) throws(StoreError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, vfs)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw StoreError(sqliteCode: code, message: message, path: path)
    }
    self.path = path
    handle = opened
    frames = .allocate(capacity: 1)
    frames.initialize(to: 0)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.busyTimeout)
    sqlite3_wal_hook(
      handle,
      { context, _, _, count in
        context?.assumingMemoryBound(to: Int32.self).pointee = count
        return SQLITE_OK
      }, frames)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
    frames.deallocate()
  }

  /// Whether a transaction is open.
  ///
  /// Some errors, a full disk among them, end one by themselves.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs a script of statements that give no rows.
  func execute(_ script: String) throws(StoreError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs a statement that gives no rows.
  func run(_ sql: String, _ values: any SQLBindable...) throws(StoreError) {
    _ = try step(through: sql, values, make: { _ in })
  }

  /// Runs a query and gives one value for each row.
  func rows<Value>(
    _ sql: String, _ values: any SQLBindable..., make: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    try step(through: sql, values, make: make)
  }

  /// Runs a query and gives one value for each row until one does not fit; that one and those behind it are left out.
  func rows<Value>(
    _ sql: String, _ values: any SQLBindable..., while fits: (Value) -> Bool,
    make: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> (values: [Value], isCut: Bool) {
    var isCut = false
    let found = try step(through: sql, values, make: make) { value in
      isCut = !fits(value)
      return !isCut
    }
    return (found, isCut)
  }

  /// Runs a query with as many values as it was put together with, and gives one value for each row.
  func rows<Value>(
    _ sql: String, binding values: [any SQLBindable], make: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    try step(through: sql, values, make: make)
  }

  /// Runs a query of which at most one row is wanted.
  func row<Value>(
    _ sql: String, _ values: any SQLBindable..., make: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    try step(through: sql, values, make: make).first
  }

  /// Runs `body` on one state of the database, whatever is committed meanwhile.
  func snapshot<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try run("BEGIN")
    defer { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    return try body()
  }

  /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws.
  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      try body()
      try run("COMMIT")
    } catch {
      rollBack()
      throw error
    }
  }

  /// Ends an open transaction without its changes; nothing happens when there is none.
  func rollBack() {
    guard isInTransaction else { return }
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Copies committed pages from the log into the database as far as readers allow, so that the log can start over.
  func checkpoint() throws(StoreError) {
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    guard code == SQLITE_OK || code == SQLITE_BUSY else { throw failure(code) }
  }

  /// Says that something is erased on purpose, so that the log is emptied after the transaction.
  func noteErasure() { hasErased = true }

  /// Copies the whole log into the database and empties the file, unless somebody reads an older state just now.
  ///
  /// It never waits: what stands in its way now is tried again after the next write.
  func emptyLog() throws(StoreError) {
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, Self.busyTimeout) }
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    // Extended codes say why it is busy.
    guard code & 0xFF != SQLITE_BUSY else { return }
    guard code == SQLITE_OK else { throw failure(code) }
    hasErased = false
  }

  /// How long a statement waits for another process's lock, in milliseconds.
  private static let busyTimeout: Int32 = 5_000

  /// Leaves the log as it is when the connection is closed: for stores that must not be touched.
  func leaveLogOnClose() {
    _ = serin_sqlite3_leave_log_on_close(handle)
  }

  private func step<Value>(
    through sql: String, _ values: [any SQLBindable], make: (Row) throws(StoreError) -> Value,
    while fits: (Value) -> Bool = { _ in true }
  ) throws(StoreError) -> [Value] {
    let statement = try prepared(sql)
    // Resetting at once ends the read, so that no statement holds an old state of the database open.
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (offset, value) in values.enumerated() {
      let code = value.bind(to: statement, at: Int32(offset + 1))
      guard code == SQLITE_OK else { throw failure(code) }
    }
    var results: [Value] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        let value = try make(Row(statement: statement, path: path))
        guard fits(value) else { return results }
        results.append(value)
      case SQLITE_DONE: return results
      case let code: throw failure(code)
      }
    }
  }

  private func prepared(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    statements[sql] = statement
    return statement
  }

  private func failure(_ code: Int32) -> StoreError {
    let message = String(cString: sqlite3_errmsg(handle))
    let error = StoreError(
      sqliteCode: code, message: message, path: path, systemError: sqlite3_system_errno(handle))
    if code & 0xFF == SQLITE_IOERR, case .failed = error { hasFailed = true }
    return error
  }
}
