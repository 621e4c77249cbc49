internal import Store

/// Brings a database to the schema of this program.
///
/// Each migration and the record of it are one transaction, so a process killed at any point leaves whole steps behind
/// and the next start goes on from there.
struct Migrator {
  let connection: Connection
  let migrations: [Migration]
  let clock: @Sendable () -> Int64

  /// What the database has on record.
  private struct Recorded {
    var version: Int64
    var checksum: String
  }

  /// The highest version this program knows.
  private var supported: Int64 { migrations.map(\.version).max() ?? 0 }

  /// Compares what is on record with what this program knows, and writes nothing.
  ///
  /// - Throws: ``StoreError/schemaTooNew(found:supported:)``, ``StoreError/migrationAltered(version:)``, and
  ///   ``StoreError/damaged(path:reason:)`` for a database of another program.
  func check() throws(StoreError) {
    let recorded = try recorded()
    if let newest = recorded.map(\.version).max(), newest > supported {
      throw .schemaTooNew(found: newest, supported: supported)
    }
    for migration in migrations {
      guard let known = recorded.first(where: { $0.version == migration.version }) else { continue }
      guard known.checksum == migration.checksum else { throw .migrationAltered(version: migration.version) }
    }
  }

  /// Applies what is not on record yet, in order.
  func run() throws(StoreError) {
    let done = try recorded().map(\.version)
    for migration in migrations where !done.contains(migration.version) {
      let start = clock()
      try connection.transaction { () throws(StoreError) in
        try connection.execute(migration.script)
        try connection.run(
          """
          INSERT INTO schema_migration (version, name, checksum, phase, state, started_at, finished_at)
          VALUES (?, ?, ?, 'expand', 'done', ?, ?)
          """, migration.version, migration.name, migration.checksum, start, clock())
      }
    }
  }

  private func recorded() throws(StoreError) -> [Recorded] {
    let tables = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text(0) }
    guard !tables.isEmpty else { return [] }
    guard tables.contains("schema_migration") else {
      throw .damaged(path: connection.path, reason: "it is a database of another program")
    }
    return try connection.rows("SELECT version, checksum FROM schema_migration ORDER BY version") { row in
      Recorded(version: row.integer(0), checksum: row.text(1))
    }
  }
}
