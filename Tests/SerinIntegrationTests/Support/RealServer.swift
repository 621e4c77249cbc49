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
    var options = SerinServer.Configuration(
      version: "test", validatorKey: Array(0..<16), sealingKey: Array(0..<32),
      clock: { Int64(Date().timeIntervalSince1970 * 1000) })
    options.eventStreams = EventStreams()
    let server = try await SerinServer(store: store, events: store.events, configuration: options)
    var configuration = HTTPServerConfiguration(addresses: [ListenAddress(host: "127.0.0.1", port: 0)], loops: 1)
    configuration.limits.connections = 1000
    configuration.eventStreams = options.eventStreams
    let sockets = HTTPServer(configuration: configuration) { request in await server.respond(to: request) }
    try sockets.start()
    return (server, sockets)
  }

  /// Kills a flag, or takes that back.
  func kill(_ key: String, _ isKilled: Bool = true) async throws {
    let path = "/environments/production/flags/\(key)/\(isKilled ? "kill" : "unkill")"
    _ = try await control(.post, path, #"{"reason":"a test"}"#, expecting: 200)
  }

  private func control(
    _ method: HTTPMethod, _ path: String, _ body: String, expecting status: Int
  ) async throws -> JSONValue {
    let headers = HTTPHeaders([
      ("Host", "localhost"), ("Authorization", "Bearer \(adminToken)"), ("Content-Type", "application/json"),
      ("If-Match", "*"),
    ])
    let request = HTTPRequest(
      method: method, target: "/api/v1/projects/shop" + path, headers: headers, body: Array(body.utf8),
      remoteAddress: .loopback)
    let response = await server.respond(to: request)
    guard response.status == status else { throw NeverHappened(description: "\(path): HTTP \(response.status)") }
    guard case .bytes(let bytes) = response.body, !bytes.isEmpty else { return .null }
    return try JSONValue(parsing: bytes, options: .control)
  }

  /// Makes another client key of production.
  func makeKey() async throws -> (id: String, value: String) {
    let answer = try await control(.post, "/keys", #"{"kind":"client","environment":"production"}"#, expecting: 201)
    guard let id = answer["id"]?.stringValue, let value = answer["value"]?.stringValue else {
      throw NeverHappened(description: "a key")
    }
    return (id, value)
  }

  /// Revokes a key.
  func revokeKey(_ id: String) async throws {
    _ = try await control(.delete, "/keys/\(id)", #"{"reason":"a test"}"#, expecting: 204)
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
