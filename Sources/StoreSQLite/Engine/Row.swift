internal import CSQLite
internal import Store

/// One row of a result, valid only inside the closure it is given to.
///
/// Tables are STRICT, so a column holds the type that the schema says. Columns are counted from 0.
struct Row {
  private let statement: OpaquePointer
  /// The database's path, for errors.
  let path: String

  init(statement: OpaquePointer, path: String) {
    self.statement = statement
    self.path = path
  }

  func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(statement, column)
  }

  func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  func truth(_ column: Int32) -> Bool {
    integer(column) != 0
  }

  /// The text; damaged UTF-8 is repaired, which shows as a digest that no longer fits.
  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func optionalText(_ column: Int32) -> String? {
    isNull(column) ? nil : text(column)
  }

  func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }

  /// The error for a value that no program of ours writes.
  func damaged(_ what: String) -> StoreError {
    .damaged(path: path, reason: what)
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }
}
