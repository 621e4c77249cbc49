internal import CSQLite
internal import SerinFlags

/// A value that can be bound to a parameter of a statement.
protocol SQLBindable {
  /// Binds the value and gives SQLite's result code. SQLite copies what it needs.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: SQLBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Bool: SQLBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self ? 1 : 0)
  }
}

extension String: SQLBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withBytes { serin_sqlite3_bind_text(statement, index, $0.baseAddress, UInt64($0.count)) }
  }
}

extension Array: SQLBindable where Element == UInt8 {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { serin_sqlite3_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
  }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    guard let self else { return sqlite3_bind_null(statement, index) }
    return self.bind(to: statement, at: index)
  }
}
