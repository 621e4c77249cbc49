import HTTP
import SerinFlags
import Testing

@testable import Server

/// A server on a real socket, with a clock that moves only when it is told to, for tests of its streams.
final class StreamBench {
  let clock = FakeClock()
  let fixture: Fixture
  let streams: EventStreams
  private let sockets: HTTPServer

  var port: UInt16 { UInt16(sockets.addresses[0].port) }

  init(configure: (inout EventStreamConfiguration) -> Void = { _ in }) async throws {
    var configuration = EventStreamConfiguration()
    configuration.heartbeatInterval = .infinity
    configure(&configuration)
    streams = EventStreams(configuration: configuration)
    let fixture = try await Fixture(clock: clock, streams: streams)
    self.fixture = fixture
    var http = HTTPServerConfiguration(addresses: [ListenAddress(host: "127.0.0.1", port: 0)], loops: 2)
    http.eventStreams = streams
    sockets = HTTPServer(configuration: http) { request in await fixture.server.respond(to: request) }
    try sockets.start()
  }

  /// Opens a stream; it is subscribed once its first event or remark has come.
  func open(
    _ path: String = "/v1/stream", key: String? = nil, headers: [(String, String)] = []
  ) async throws -> StreamReader {
    var all = headers
    if path == "/v1/stream" { all.append(("Authorization", "Bearer \(key ?? fixture.clientKey)")) }
    return try await StreamReader(port: port, path: path, headers: all)
  }

  /// Where the ruleset of production is now, as streams name it.
  func position() async -> String {
    let answer = await fixture.evaluate("/v1/evaluate", "")
    return "\(Int(answer["epoch"]?.numberValue ?? 0))-\(Int(answer["revision"]?.numberValue ?? 0))"
  }

  /// Kills a flag, or takes that back.
  func kill(_ key: String = "welcome_text", undo: Bool = false) async {
    let answer = await fixture.control(.post, Fixture.flags + "/\(key)/\(undo ? "unkill" : "kill")")
    #expect(answer.status == 200, "\(answer.text)")
  }

  /// Gives a flag one rule with a rollout of so many percent.
  func edit(percent: Int, of key: String = "welcome_text") async {
    var document = await fixture.control(.get, Fixture.flags + "/\(key)")["document"]?.objectValue ?? [:]
    document["killed"] = nil
    document["rules"] = [
      [
        "id": "r_00000009", "serve": "on",
        "rollout": ["percent": .number(Double(percent)), "by": "userID", "salt": "s9"],
      ]
    ]
    let answer = await fixture.control(
      .put, Fixture.flags + "/\(key)", #"{"document":\#(JSONValue.object(document).text())}"#,
      headers: [("If-Match", "*")])
    #expect(answer.status == 200, "\(answer.text)")
  }

  func stop() async { await sockets.stop(gracePeriod: 0) }
}
