@testable import HTTP

/// Runs a server on a free port while a test uses it.
///
/// - Parameters:
///   - limits: Changes limits whose times are long.
///   - handler: Answers requests.
///   - test: Uses the server, whose first address is given too.
func withServer(
  loops: Int = 1, hosts: [String] = ["127.0.0.1"], bodyLimit: HTTPBodyLimit? = nil,
  streamsBody: HTTPBodyStreaming? = nil, eventStreams: EventStreams? = nil,
  refusalResponse: (@Sendable (HTTPRefusal) -> HTTPResponse)? = nil,
  limits change: (inout HTTPLimits) -> Void = { _ in },
  handler: @escaping HTTPHandler = echo, _ test: (HTTPServer, SocketAddress) async throws -> Void
) async throws {
  var limits = HTTPLimits.patient
  change(&limits)
  var configuration = HTTPServerConfiguration(
    addresses: hosts.map { ListenAddress(host: $0, port: 0) }, loops: loops, limits: limits, bodyLimit: bodyLimit,
    streamsBody: streamsBody)
  configuration.eventStreams = eventStreams
  if let refusalResponse { configuration.refusalResponse = refusalResponse }
  let server = HTTPServer(configuration: configuration, handler: handler)
  try server.start()
  do {
    try await test(server, server.addresses[0])
  } catch {
    await server.stop(gracePeriod: 0)
    throw error
  }
  await server.stop(gracePeriod: 0)
}

extension HTTPLimits {
  /// Limits whose times no test reaches, however busy the machine is; a test about a time sets its own.
  static var patient: HTTPLimits {
    var limits = HTTPLimits()
    limits.headerTimeout = 600
    limits.requestTimeout = 600
    limits.idleTimeout = 600
    limits.writeTimeout = 600
    limits.lingerTimeout = 60
    return limits
  }
}

/// Answers with method, target and body of the request.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
  let body = String(decoding: request.body, as: UTF8.self)
  return HTTPResponse(status: 200, text: "\(request.method) \(request.target) [\(body)]")
}
