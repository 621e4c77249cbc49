import Store
import StoreSQLite

/// A folder for a SQLite store on a disk that a test can make fail.
struct FaultyPlace {
  let place: SQLitePlace
  let disk = FaultyDisk()
  let layer: TestFileLayer

  init() throws {
    place = SQLitePlace(folder: try TemporaryFolder())
    layer = TestFileLayer(disk)
  }

  /// Opens the store on that disk.
  func open(options: SQLiteOptions = SQLiteOptions()) async throws -> SQLiteStore {
    var options = options
    options.fileLayer = layer.name
    return try await place.open(options: options)
  }

  /// Opens and closes the store in a process that is dead after so many operations on the disk.
  ///
  /// - Returns: Whether the process lived to the end.
  func openAndClose(operations: Int, options: SQLiteOptions = SQLiteOptions()) async -> Bool {
    disk.with { $0.operationsLeft = operations }
    if let store = try? await open(options: options) { await store.close() }
    return disk.with { state in
      defer { state.operationsLeft = .max }
      return state.operationsLeft > 0
    }
  }
}
