internal import CSQLite
internal import Store

extension StoreError {
  /// What an extended result code of SQLite means for a store.
  ///
  /// - Parameters:
  ///   - sqliteCode: The extended result code.
  ///   - message: SQLite's own words.
  ///   - path: The database file.
  ///   - systemError: The `errno` behind it, or 0.
  init(sqliteCode: Int32, message: String, path: String, systemError: Int32 = 0) {
    switch sqliteCode & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      self = .damaged(path: path, reason: message)
    case SQLITE_FULL:
      self = .full(reason: "\(path): \(message)")
    case SQLITE_IOERR where OpenFile.isOutOfSpace(systemError) && !Self.isSyncFailure(sqliteCode):
      self = .full(reason: "\(path): \(message)")
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM:
      self = .notWritable(path: path, reason: message)
    default:
      self = .failed(reason: "\(path): \(message) (SQLite code \(sqliteCode))")
    }
  }

  /// Whether the code says that bytes already written may not have reached the disk.
  ///
  /// Those are never mere lack of space: what the kernel dropped is unknown.
  private static func isSyncFailure(_ code: Int32) -> Bool {
    code == SQLITE_IOERR | (4 << 8) || code == SQLITE_IOERR | (5 << 8)
  }
}
