import Foundation
import HTTP
import SerinFlags
import Store
import StoreSQLite
import Testing

@testable import Server

/// A server on a real SQLite file in a folder of its own, set up by a first start, asked without sockets.
final class Fixture: Sendable {
  let folder: String
  let store: any ConfigurationStore
  let events: any EventStore
  let server: SerinServer
  let clientKey: String
  let adminToken: String

  static let seed = """
    {"schema": 1, "project": "shop", "environment": "production", "flags": {
      "new_checkout": {
        "kind": "release", "owner": "payments", "tags": ["checkout"],
        "properties": {"button_color": {"type": "string", "default": "blue"}, "max_items": {"type": "number", "default": 3},
                       "layout": {"type": "json", "default": {"columns": 1}}},
        "variations": {"off": {"enabled": false}, "on": {"enabled": true, "properties": {"button_color": "green", "max_items": 5}}},
        "off": "off", "default": "off",
        "rules": [
          {"id": "r_00000001", "name": "germany", "when": {"attribute": "country", "op": "equals", "value": "DE"}, "serve": "on"},
          {"id": "r_00000002", "rollout": {"percent": 5, "by": "userID", "salt": "s1", "otherwise": "off"}, "serve": "on"}
        ]},
      "welcome_text": {
        "kind": "ops", "owner": "growth", "value": "text",
        "properties": {"text": {"type": "string", "default": "hello"}},
        "variations": {"off": {"enabled": false}, "on": {"enabled": true, "properties": {"text": "hi there"}}},
        "off": "off", "default": "on", "rules": []}
    }}
    """

  /// Sets a server up.
  /// - Parameters:
  ///   - clock: the time that the server and the store go by; the system's when nil.
  ///   - streams: the streams of announcements, for a server with sockets.
  ///   - prepare: what else the store gets before the server reads it.
  init(
    seed: String? = Fixture.seed, clock: FakeClock? = nil, streams: EventStreams = EventStreams(),
    prepare: (any ConfigurationStore) async throws -> Void = { _ in }
  ) async throws {
    let folder = NSTemporaryDirectory() + "serin-server-tests-" + UUID().uuidString
    do {
      let key = [UInt8](repeating: 7, count: 32)
      let opened =
        if let clock {
          try await SQLiteStore.open(folder: folder, auditKey: key, clock: { clock.now })
        } else {
          try await SQLiteStore.open(folder: folder, auditKey: key)
        }
      store = opened
      events = opened.events
      let json = try seed.map { try JSONValue(parsing: Array($0.utf8), options: .control) }
      let first = try await FirstStart(store: store).run(seed: json)
      clientKey = try #require(first.clientKey)
      adminToken = try #require(first.adminToken)
      try await prepare(store)
      var configuration = Self.configuration
      configuration.eventStreams = streams
      if let clock {
        configuration.clock = { clock.now }
        configuration.uptime = { clock.now }
      }
      server = try await SerinServer(store: store, events: events, configuration: configuration)
    } catch {
      // What is not set up to the end is never deinitialised.
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
    self.folder = folder
  }

  static var configuration: SerinServer.Configuration {
    SerinServer.Configuration(
      version: "test", validatorKey: Array(0..<16), sealingKey: Array(0..<32),
      clock: { Int64(Date().timeIntervalSince1970 * 1000) })
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Another server on the same store, as another node would be.
  func anotherServer() async throws -> SerinServer {
    try await SerinServer(store: store, events: events, configuration: Self.configuration)
  }

  static let flagsTemplate = "/api/v1/projects/{project}/environments/{environment}/flags"
  static let flags = "/api/v1/projects/shop/environments/production/flags"

  /// Applies a document of these flags and segments to production.
  func apply(_ flags: String, segments: String = "", more: String = "") async -> Answer {
    let document = #"{"schema":1,"flags":{\#(flags)},"segments":{\#(segments)}}"#
    return await control(
      .post, "/api/v1/projects/shop/environments/production/apply", #"{"document":\#(document)\#(more)}"#)
  }

  /// Sends a request with the client key.
  func evaluate(_ path: String, _ body: String, headers: [(String, String)] = []) async -> Answer {
    await send(.post, path, body, token: clientKey, headers: headers)
  }

  /// Sends a request with the administrator's token.
  func control(
    _ method: HTTPMethod, _ path: String, _ body: String = "", headers: [(String, String)] = []
  ) async -> Answer {
    await send(method, path, body, token: adminToken, headers: headers)
  }

  /// Sends a request.
  func send(
    _ method: HTTPMethod, _ path: String, _ body: String = "", token: String? = nil,
    headers: [(String, String)] = [], remoteAddress: SocketAddress = .loopback
  ) async -> Answer {
    await Self.send(to: server, method, path, Array(body.utf8), token: token, headers: headers, from: remoteAddress)
  }

  static func send(
    to server: SerinServer, _ method: HTTPMethod, _ path: String, _ body: [UInt8] = [], token: String? = nil,
    headers: [(String, String)] = [], from remoteAddress: SocketAddress = .loopback
  ) async -> Answer {
    var all = [("Host", "localhost:8080")] + headers
    if let token { all.append(("Authorization", "Bearer \(token)")) }
    let request = HTTPRequest(
      method: method, target: path, headers: HTTPHeaders(all), body: body, remoteAddress: remoteAddress)
    return Answer(await server.respond(to: request))
  }
}

/// What came back, with its body as JSON where it is some.
struct Answer {
  let status: Int
  let bytes: [UInt8]
  let json: JSONValue
  private let headers: [(name: String, value: String)]

  init(_ response: HTTPResponse) {
    status = response.status
    headers = response.headers
    if case .bytes(let bytes) = response.body { self.bytes = bytes } else { bytes = [] }
    json = (try? JSONValue(parsing: bytes, options: .lenient)) ?? .null
  }

  subscript(name: String) -> JSONValue? { json[name] }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Every header but one, as lines.
  func headerLines(without name: String) -> [String] {
    headers.filter { $0.name.lowercased() != name }.map { "\($0.name): \($0.value)" }
  }

  /// `path: message` of every fault, joined.
  var faults: String {
    (json["errors"]?.arrayValue ?? []).map {
      "\($0["path"]?.stringValue ?? ""): \($0["message"]?.stringValue ?? "")"
    }.joined(separator: "\n")
  }
}
