internal import Store

extension Connection {
  /// Prepares a connection that writes.
  ///
  /// Committed means on the disk: each commit syncs the log (`synchronous=FULL`), on macOS through the drive's cache
  /// (`fullfsync`). Pages are small because a change touches about fifteen of them, one row in each, and a commit writes
  /// whole pages; the size can be chosen only before the first table.
  ///
  /// - Parameter pageSize: The size of pages for a new database, in bytes.
  /// - Throws: ``StoreError/failed(reason:)`` when a setting does not hold: a file system without shared memory cannot
  ///   have a write-ahead log.
  func prepareForWriting(pageSize: Int) throws(StoreError) {
    try set("page_size", "\(pageSize)")
    try require("journal_mode", "WAL", reads: "wal")
    try require("synchronous", "FULL", reads: "2")
    try require("foreign_keys", "ON", reads: "1")
    // What is erased is overwritten. Commits of counts take no longer by it, and deleting large documents hardly does.
    try require("secure_delete", "ON", reads: "1")
    try set("fullfsync", "ON")
    try set("checkpoint_fullfsync", "ON")
    // A log that grew while a reader held it open is cut back to this size.
    try set("journal_size_limit", "67108864")
    try setCommon()
  }

  /// Prepares a connection that only reads.
  func prepareForReading() throws(StoreError) {
    try require("query_only", "ON", reads: "1")
    try setCommon()
  }

  /// The value of a setting as SQLite gives it.
  func setting(_ name: String) throws(StoreError) -> String {
    try row("PRAGMA \(name)") { $0.text(0) } ?? ""
  }

  private func setCommon() throws(StoreError) {
    // Savepoints then never wait for, or fail on, the folder of temporary files.
    try set("temp_store", "MEMORY")
    // Damaged pages are found when they are read, and functions hidden in a tampered schema do not run.
    try set("cell_size_check", "ON")
    try set("trusted_schema", "OFF")
    try set("cache_size", "-16384")
  }

  private func set(_ name: String, _ value: String) throws(StoreError) {
    try execute("PRAGMA \(name) = \(value)")
  }

  private func require(_ name: String, _ value: String, reads expected: String) throws(StoreError) {
    try set(name, value)
    let found = try setting(name)
    guard found == expected else {
      throw .failed(reason: "\(path): the setting \(name) is \(found) and must be \(value)")
    }
  }
}
