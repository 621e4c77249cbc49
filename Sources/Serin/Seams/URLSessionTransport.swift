import Foundation
import SerinLock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with `URLSession`.
///
/// Nothing is cached and no cookie is kept. A redirect is followed when it keeps the request as it is (307, 308) and leads
/// to the same host; any other is the answer. The session is made with the first request and ends with the last copy of
/// the transport.
///
/// On Linux the Foundation of Swift 6.3 ends the process when a connection is closed between the status line and the end of
/// the head (swift-corelibs-foundation, issue 5285). Where the network is not trusted, use a later one there or a transport
/// of your own.
public struct URLSessionTransport: FlagTransport {
  private let connection = Connection()

  /// Creates a transport with a session of its own.
  public init() {}

  /// Sends one request and gives the whole answer, whatever its status.
  ///
  /// - Throws: `URLError`; also for an answer that is larger than any the SDK accepts.
  public func send(_ request: FlagRequest) async throws -> FlagResponse {
    var urlRequest = URLRequest(request)
    var response = try await connection.send(urlRequest)
    // By hand: the Foundation of Linux sends the repeated request without its body.
    for _ in 0..<Self.maximumRedirects {
      guard let target = Self.redirectTarget(of: response, to: urlRequest) else { break }
      urlRequest.url = target
      response = try await connection.send(urlRequest)
    }
    return response
  }

  /// Where the same request should be sent instead, or nil when the answer is no such redirect or leads elsewhere.
  static func redirectTarget(of response: FlagResponse, to request: URLRequest) -> URL? {
    // The others may turn the request into a GET (RFC 9110, 15.4), which no server answers with flags.
    guard [307, 308].contains(response.status), let url = request.url, let location = response.header("Location"),
      let target = URL(string: location, relativeTo: url)?.absoluteURL, mayFollow(from: url, to: target)
    else { return nil }
    return target
  }

  /// Whether the client key may be sent there, too: to the same host and port, or from plain to encrypted on one host.
  static func mayFollow(from: URL, to: URL) -> Bool {
    guard let host = from.host?.lowercased(), host == to.host?.lowercased() else { return false }
    let schemes = (from.scheme?.lowercased(), to.scheme?.lowercased())
    if schemes == ("http", "https"), from.port == nil, to.port == nil { return true }
    return schemes.0 == schemes.1 && from.port == to.port
  }

  /// So many redirects are followed one after the other.
  static let maximumRedirects = 5

  /// A session and its delegate, which the session keeps alive until it is told that no more requests come.
  private final class Connection: Sendable {
    private let exchanges = TransportExchanges()
    private let session = Lock<URLSession?>(nil)

    func send(_ request: URLRequest) async throws -> FlagResponse {
      let task = session.withLock { session in
        let open = session ?? URLSession(configuration: .serin, delegate: exchanges, delegateQueue: nil)
        session = open
        return open.dataTask(with: request)
      }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          exchanges.begin(task, continuation)
          task.resume()
          if Task.isCancelled { task.cancel() }
        }
      } onCancel: {
        // Before it has begun nobody would be there to hear of its end.
        if exchanges.hasBegun(task) { task.cancel() }
      }
    }

    deinit {
      session.withLock { $0 }?.finishTasksAndInvalidate()
    }
  }
}

extension FlagTransport where Self == URLSessionTransport {
  /// A new `URLSession` transport.
  public static var urlSession: Self { Self() }
}
