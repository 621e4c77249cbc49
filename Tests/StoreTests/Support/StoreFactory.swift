import Store
import StoreSQLite
import Testing

/// An engine that the contract's tests run on.
///
/// Add an engine to ``all`` and every test of the contract runs on it too.
struct StoreFactory: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Makes an empty place for one store.
  let makePlace: @Sendable () async throws -> any StorePlace

  static let all = [
    StoreFactory(testDescription: "SQLite", makePlace: { SQLitePlace(folder: try TemporaryFolder()) })
  ]

  /// Runs `body` on an empty store and closes it.
  func withStore(
    clock: TestClock = TestClock(), _ body: (any ConfigurationStore) async throws -> Void
  ) async throws {
    let place = try await makePlace()
    let store = try await place.open(clock: clock)
    do {
      try await body(store)
      await store.close()
    } catch {
      await store.close()
      throw error
    }
  }
}

/// Where one store lives: it can be opened, closed and opened again.
protocol StorePlace: Sendable {
  func open(clock: TestClock) async throws -> any ConfigurationStore
  /// Opens it with the events that belong to it; closing the configuration closes both.
  func openBoth(clock: TestClock) async throws -> (configuration: any ConfigurationStore, events: any EventStore)
}

extension StoreFactory {
  /// Runs `body` on the events of an empty store and closes it.
  func withEvents(clock: TestClock = TestClock(), _ body: (any EventStore) async throws -> Void) async throws {
    let place = try await makePlace()
    let store = try await place.openBoth(clock: clock)
    do {
      try await body(store.events)
      await store.configuration.close()
    } catch {
      await store.configuration.close()
      throw error
    }
  }
}

/// A folder for a SQLite store.
struct SQLitePlace: StorePlace {
  static let auditKey = [UInt8](repeating: 0xA5, count: 32)

  let folder: TemporaryFolder

  func open(clock: TestClock) async throws -> any ConfigurationStore {
    try await open(clock: clock, options: SQLiteOptions())
  }

  func openBoth(clock: TestClock) async throws -> (configuration: any ConfigurationStore, events: any EventStore) {
    let store = try await open(clock: clock, options: SQLiteOptions())
    return (store, store.events)
  }

  func open(clock: TestClock = TestClock(), options: SQLiteOptions) async throws -> SQLiteStore {
    try await SQLiteStore.open(
      folder: folder.path + "/data", auditKey: Self.auditKey, clock: { clock.now }, options: options)
  }
}
