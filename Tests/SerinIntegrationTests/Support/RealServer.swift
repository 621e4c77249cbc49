import CSQLite
import Foundation
import HTTP
import SerinFlags
import SerinTesting
import Server
import Store
import StoreSQLite

/// Serin's server on a real socket, with a store in a folder of its own.
final class RealServer {
  let clientKey: String
  private let folder: String
  private let adminToken: String
  private var store: SQLiteStore
  private var server: SerinServer
  private var sockets: HTTPServer

  var port: UInt16 { UInt16(sockets.addresses[0].port) }

  /// A flag that says whose it is, and one that is on for everybody.
  private static let seed = """
    {"schema": 1, "project": "shop", "environment": "production", "flags": {
      "owner": {
        "kind": "ops", "owner": "growth", "properties": {"name": {"type": "string", "default": "nobody"}},
        "variations": {
          "off": {"enabled": false}, "alice": {"enabled": true, "properties": {"name": "alice"}},
          "bob": {"enabled": true, "properties": {"name": "bob"}}, "carol": {"enabled": true, "properties": {"name": "carol"}}},
        "off": "off", "default": "off",
        "rules": [
          {"id": "r_00000001", "when": {"attribute": "name", "op": "equals", "value": "alice"}, "serve": "alice"},
          {"id": "r_00000002", "when": {"attribute": "name", "op": "equals", "value": "bob"}, "serve": "bob"},
          {"id": "r_00000003", "when": {"attribute": "name", "op": "equals", "value": "carol"}, "serve": "carol"}]},
      "checkout": {
        "kind": "release", "owner": "payments", "variations": {"off": {"enabled": false}, "on": {"enabled": true}},
        "off": "off", "default": "on", "rules": []}
    }}
    """

  init() async throws {
    folder = NSTemporaryDirectory() + "serin-integration-tests-" + UUID().uuidString
    store = try await Self.openStore(folder)
    let seed = try JSONValue(parsing: Array(Self.seed.utf8), options: .control)
    let first = try await FirstStart(store: store).run(seed: seed)
    guard let clientKey = first.clientKey, let adminToken = first.adminToken else {
      throw NeverHappened(description: "a first start that gives keys")
    }
    self.clientKey = clientKey
    self.adminToken = adminToken
    (server, sockets) = try await Self.serve(store)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func openStore(_ folder: String) async throws -> SQLiteStore {
    try await SQLiteStore.open(folder: folder, auditKey: Array(repeating: 7, count: 32))
  }

  private static func serve(_ store: SQLiteStore) async throws -> (SerinServer, HTTPServer) {
    let server = try await SerinServer(
      store: store, events: store.events,
      configuration: SerinServer.Configuration(
        version: "test", validatorKey: Array(0..<16), sealingKey: Array(0..<32),
        clock: { Int64(Date().timeIntervalSince1970 * 1000) }))
    var configuration = HTTPServerConfiguration(addresses: [ListenAddress(host: "127.0.0.1", port: 0)], loops: 1)
    configuration.limits.connections = 1000
    let sockets = HTTPServer(configuration: configuration) { request in await server.respond(to: request) }
    try sockets.start()
    return (server, sockets)
  }

  /// Kills a flag, or takes that back.
  func kill(_ key: String, _ isKilled: Bool = true) async throws {
    let path = "/api/v1/projects/shop/environments/production/flags/\(key)/\(isKilled ? "kill" : "unkill")"
    let headers = HTTPHeaders([
      ("Host", "localhost"), ("Authorization", "Bearer \(adminToken)"), ("Content-Type", "application/json"),
      ("If-Match", "*"),
    ])
    let request = HTTPRequest(
      method: .post, target: path, headers: headers, body: Array(#"{"reason":"a test"}"#.utf8), remoteAddress: .loopback
    )
    let response = await server.respond(to: request)
    guard response.status == 200 else { throw NeverHappened(description: "\(path): HTTP \(response.status)") }
  }

  /// Stops, gives the store another epoch as a restored backup has it, and starts on another port.
  func restart(epoch: Int64) async throws {
    await stop()
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    guard sqlite3_open(folder + "/config.db", &database) == SQLITE_OK,
      sqlite3_exec(database, "UPDATE meta SET v = '\(epoch)' WHERE k = 'epoch'", nil, nil, nil) == SQLITE_OK,
      sqlite3_changes(database) == 1
    else { throw NeverHappened(description: "a store with another epoch") }
    store = try await Self.openStore(folder)
    (server, sockets) = try await Self.serve(store)
  }

  /// Stops for good.
  func stop() async {
    await sockets.stop(gracePeriod: 0)
    await store.close()
  }
}
