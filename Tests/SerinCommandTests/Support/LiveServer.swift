import Foundation
import HTTP
import SerinFlags
import Server
import StoreSQLite

/// Serin's server on a real socket, with a store in a folder of its own, for what takes several commands.
final class LiveServer {
  /// A token that may do everything.
  let adminToken: String
  private let folder: String
  private let store: SQLiteStore
  private let server: SerinServer
  private let sockets: HTTPServer

  /// One flag, which is off where no rule decides.
  private static let seed: JSONValue = [
    "schema": 1, "project": "shop", "environment": "production",
    "flags": [
      "new_checkout": [
        "kind": "release", "owner": "payments",
        "variations": ["off": ["enabled": false], "on": ["enabled": true]], "off": "off", "default": "off", "rules": [],
      ]
    ],
  ]

  init() async throws {
    folder = NSTemporaryDirectory() + "serin-live-tests-" + UUID().uuidString
    store = try await SQLiteStore.open(folder: folder, auditKey: Array(repeating: 7, count: 32))
    adminToken = try await FirstStart(store: store).run(seed: Self.seed).adminToken ?? ""
    let server = try await SerinServer(
      store: store, events: store.events,
      configuration: SerinServer.Configuration(
        version: "test", validatorKey: Array(0..<16), sealingKey: Array(0..<32),
        clock: { Int64(Date().timeIntervalSince1970 * 1000) }))
    self.server = server
    sockets = HTTPServer(
      configuration: HTTPServerConfiguration(addresses: [ListenAddress(host: "127.0.0.1", port: 0)], loops: 1)
    ) { request in await server.respond(to: request) }
    try sockets.start()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs a command line against it, by default with the token that may do everything.
  func run(_ words: [String], token: String? = nil) async throws -> Outcome {
    try await SerinCommandTests.run(
      words,
      environment: [
        "SERIN_URL": "http://127.0.0.1:\(sockets.addresses[0].port)", "SERIN_TOKEN": token ?? adminToken,
        "SERIN_PROJECT": "shop", "SERIN_TIMEOUT": "240",
      ])
  }

  /// What it answers to a request for a document that needs no token.
  func document(_ path: String) async throws -> JSONValue {
    let response = await server.respond(
      to: HTTPRequest(
        method: .get, target: path, headers: HTTPHeaders([("Host", "localhost")]), body: [], remoteAddress: .loopback))
    guard case .bytes(let bytes) = response.body else { return .null }
    return try JSONValue(parsing: bytes, options: .lenient)
  }

  /// Stops for good.
  func stop() async {
    await sockets.stop(gracePeriod: 0)
    await store.close()
  }
}
