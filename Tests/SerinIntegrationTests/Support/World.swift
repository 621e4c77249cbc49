import Foundation
import Serin
import SerinLock
import SerinTesting
import TestSockets

/// A real server, a server for its stream, a bad network before both, and the folder of an app.
final class World {
  let server: RealServer
  /// Speaks on the stream as the test wants; every connection is left open until then.
  let streams: SocketServer
  let proxy: FaultyProxy
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("serin-app-\(UUID().uuidString)")

  init() async throws {
    server = try await RealServer()
    streams = try SocketServer { _, _ in nil }
    proxy = try FaultyProxy(to: server.port, streams: streams.port)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A client with the system's own transport and clock; one after the other are launches of the same app.
  func client(
    user: String = "alice", timeout: TimeInterval = 240, isStreaming: Bool = false,
    _ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) throws -> FeatureFlags {
    guard let url = URL(string: "http://127.0.0.1:\(proxy.port)") else { throw NeverHappened(description: "a URL") }
    var configuration = FeatureFlags.Configuration(
      baseURL: url, applicationCode: "shop", clientKey: server.clientKey,
      context: FlagContext(userID: user, attributes: ["name": .string(user)]))
    configuration.storage = .directory(folder)
    configuration.requestTimeout = timeout
    configuration.isRefreshThrottled = false
    configuration.isStreaming = isStreaming
    configuration.lifecycle = AlwaysActiveLifecycle()
    configuration.random = { 0.05 }
    configure(&configuration)
    return FeatureFlags(configuration)
  }

  /// Accepts the connection to the stream of that number, counted from 0, once it is there.
  func acceptStream(_ index: Int) async throws {
    try await until("stream \(index) is asked for") { streams.requests.count > index }
    streams.push(SocketServer.eventStreamHead, to: index)
  }

  /// Announces a change on a stream.
  func announce(epoch: Int64, revision: Int64, on index: Int) {
    let data = #"{"epoch":\#(epoch),"revision":\#(revision),"digest":"00","spread":0,"urgent":true}"#
    streams.push(
      SocketServer.chunk("event: changed\nid: \(epoch)-\(revision)\ndata: \(data)\n\n"), to: index)
  }

  /// The bytes of every stored answer, by the name of its file.
  func storedAnswers() -> [String: Data] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    var found: [String: Data] = [:]
    for file in files ?? [] where file.pathExtension == "json" {
      if let bytes = try? Data(contentsOf: file) { found[file.lastPathComponent] = bytes }
    }
    return found
  }
}

extension FeatureFlags {
  /// Whose flags these are, as the server sees it; nil when there are none.
  var owner: String? { self.get("owner")?.string(forProperty: "name", default: "nobody") }
}

/// The ends of calls, from any thread.
final class Ends: Sendable {
  private let codes = Lock<[Int?]>([])

  /// The codes of the errors, nil where there was none.
  var all: [Int?] { codes.withLock { $0 } }

  func add(_ error: FeatureFlagsError?) { codes.withLock { $0.append(error?.code) } }
}
