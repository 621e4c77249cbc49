/// An address to listen on.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
  /// An IPv4 or IPv6 address in its usual notation, without brackets, or a name such as `localhost`: every address that
  /// the name stands for is listened on.
  public var host: String
  /// The port; 0 lets the system choose one (``HTTPServer/addresses`` has it).
  public var port: Int

  /// Creates an address.
  ///
  /// - Parameters:
  ///   - host: An address or a name.
  ///   - port: The port, 0 to 65535.
  public init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// The address as people write it: `127.0.0.1:8080`, `[::]:8080`.
  public var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// How a server is set up.
public struct HTTPServerConfiguration: Sendable {
  /// The addresses to listen on, of IPv4 and IPv6.
  ///
  /// An IPv6 socket takes no IPv4 connections: name both.
  public var addresses: [ListenAddress]
  /// The number of event loops, each on a thread of its own.
  ///
  /// With more than one, the kernel spreads the connections over them (`SO_REUSEPORT`).
  public var loops: Int
  /// What a client may use.
  public var limits: HTTPLimits
  /// The largest body by method, path and headers, in bytes; nil means ``HTTPLimits/bodyBytes`` for all.
  ///
  /// It is asked on the event loop, once the head of a request with a body is there.
  public var bodyLimit: HTTPBodyLimit?
  /// Whether a handler reads the body itself (``HTTPRequest/bodyStream``), by method, path and headers; nil means that
  /// bodies are collected before handlers are called.
  public var streamsBody: HTTPBodyStreaming?
  /// The registry of the connections that are event streams; nil means that no answer can be one.
  package var eventStreams: EventStreams?
  /// Turns a refusal into its answer; it is also the place to count refusals.
  ///
  /// Called on the event loop.
  ///
  /// A body that is a stream is not possible here: the refusal is then sent as ``HTTPRefusal/problemResponse``.
  public var refusalResponse: @Sendable (HTTPRefusal) -> HTTPResponse

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - addresses: The addresses to listen on.
  ///   - loops: The number of event loops, at least 1.
  ///   - limits: What a client may use.
  ///   - bodyLimit: The largest body by method, path and headers.
  ///   - streamsBody: Whether a handler reads the body itself.
  ///   - refusalResponse: Turns a refusal into its answer.
  public init(
    addresses: [ListenAddress] = [ListenAddress(host: "127.0.0.1", port: 8080)], loops: Int = 1,
    limits: HTTPLimits = HTTPLimits(),
    bodyLimit: HTTPBodyLimit? = nil, streamsBody: HTTPBodyStreaming? = nil,
    refusalResponse: @escaping @Sendable (HTTPRefusal) -> HTTPResponse = { $0.problemResponse }
  ) {
    self.addresses = addresses
    self.loops = loops
    self.limits = limits
    self.bodyLimit = bodyLimit
    self.streamsBody = streamsBody
    self.refusalResponse = refusalResponse
  }
}
