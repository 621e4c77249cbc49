import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends single HTTP requests.
///
/// Certificates are checked by the system's rules. Redirects are never followed: a redirect could carry the token to
/// another host or turn a write into a read, so the caller is told about it instead. Nothing is cached and no cookies
/// are kept.
struct HTTPClient: Sendable {
  /// A request.
  struct Request: Sendable {
    var method: String
    var url: URL
    var headers: [String: String] = [:]
    var body: [UInt8]?
    /// A file whose contents are the body, read while they are sent.
    var bodyFile: String?
  }

  /// An answer.
  struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]
  }

  /// The most seconds from the start of a request to the end of its answer.
  let timeout: Double

  /// The most seconds that sending a file may take; how long a server may be silent is ``timeout``.
  private static let fileTimeout = 24.0 * 3600

  /// Sends a request and waits for the whole answer.
  ///
  /// - Parameter progress: told how many bytes of the body were sent, one call after another, before the answer is there.
  /// - Throws: ``HTTPClientError`` when there is no answer.
  func send(
    _ request: Request, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws(HTTPClientError) -> Answer {
    let delegate = TransferDelegate(progress: progress)
    let session = URLSession(configuration: Self.configuration, delegate: delegate, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let outgoing = urlRequest(request, timeout: timeout)
    let limit = request.bodyFile == nil ? timeout : Self.fileTimeout
    do {
      let (data, response) = try await within(limit) { [outgoing] in try await session.data(for: outgoing) }
      guard let response = response as? HTTPURLResponse else { throw HTTPClientError.failed("the answer is not HTTP") }
      return Answer(status: response.statusCode, headers: Self.headers(of: response), body: [UInt8](data))
    } catch let error as HTTPClientError {
      throw error
    } catch let error as URLError {
      throw HTTPClientError(error)
    } catch {
      throw HTTPClientError.failed(String(describing: error))
    }
  }

  /// The request as the system's client has it.
  ///
  /// - Parameter timeout: the most seconds without a byte.
  func urlRequest(_ request: Request, timeout: Double) -> URLRequest {
    var outgoing = URLRequest(url: request.url, timeoutInterval: timeout)
    outgoing.httpMethod = request.method
    outgoing.httpBody = request.body.map { Data($0) }
    if let path = request.bodyFile { outgoing.httpBodyStream = InputStream(fileAtPath: path) }
    for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
    return outgoing
  }

  /// What each session begins with.
  static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    return configuration
  }

  /// The fields of an answer, their names in small letters.
  static func headers(of response: HTTPURLResponse) -> [String: String] {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
    }
    return headers
  }

  /// Ends the work when the time is over; `URLRequest`'s own limit only counts silence, which a slow answer never is.
  private func within<T: Sendable>(
    _ seconds: Double, _ work: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    try await withThrowingTaskGroup(of: T.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
        throw HTTPClientError.timedOut
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw HTTPClientError.timedOut }
      return first
    }
  }
}
