@testable import HTTP

/// Event streams at the path `/channel/tag`; what is answered elsewhere is an echo.
enum TestStreams {
  static let head = [(name: "Content-Type", value: "text/event-stream")]

  /// Answers with a stream whose first bytes are `hello`.
  static let handler = handler { _, _ in .stream(first: Array("hello\n".utf8)) }

  /// Answers with streams that begin as a closure says.
  static func handler(
    source: SocketAddress? = nil,
    opening: @escaping @Sendable (_ channel: String, _ tag: String) -> EventSubscription.Opening
  ) -> HTTPHandler {
    { request in
      let parts = request.path.split(separator: "/").map(String.init)
      guard parts.count == 2 else { return await echo(request) }
      let subscription = EventSubscription(
        channel: EventChannel(parts[0]), tag: EventTag(parts[1]), source: source
      ) { opening(parts[0], parts[1]) }
      return HTTPResponse(status: 200, headers: head, body: .events(subscription))
    }
  }

  static func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n" }

  /// Opens a stream and reads its first bytes.
  static func open(_ path: String, at address: SocketAddress, from source: String? = nil) async throws -> RawClient {
    let client = try RawClient(address, from: source)
    try await client.send(request(path))
    _ = try await client.text(through: "\r\n6\r\nhello\n\r\n")
    return client
  }

  /// A text as a chunk.
  static func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }
}

extension EventStreams {
  /// Broadcasts a text.
  func send(_ text: String, to channel: String, where isMeant: (@Sendable (EventTag) -> Bool)? = nil) {
    broadcast(Array(text.utf8), to: EventChannel(channel), where: isMeant)
  }

  /// How many streams ended for a reason.
  func ended(_ reason: EventStreamEnd) -> Int { counts.ended[reason] ?? -1 }
}

extension EventStreamConfiguration {
  /// A configuration whose times no test reaches; a test about a time sets its own.
  static func patient(_ change: (inout EventStreamConfiguration) -> Void = { _ in }) -> EventStreamConfiguration {
    var configuration = EventStreamConfiguration()
    configuration.heartbeatInterval = .infinity
    configuration.lifetime = .infinity
    configuration.stallTimeout = 600
    change(&configuration)
    return configuration
  }
}

/// Runs a server with event streams while a test uses it.
func withStreams(
  loops: Int = 1, limits: (inout HTTPLimits) -> Void = { _ in },
  streams change: (inout EventStreamConfiguration) -> Void = { _ in },
  handler: @escaping HTTPHandler = TestStreams.handler,
  _ test: (HTTPServer, EventStreams, SocketAddress) async throws -> Void
) async throws {
  let streams = EventStreams(configuration: .patient(change))
  try await withServer(loops: loops, eventStreams: streams, limits: limits, handler: handler) { server, address in
    try await test(server, streams, address)
  }
}
