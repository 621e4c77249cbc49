import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSessionTransport {
  /// Opens an event stream and gives its lines as they come, until the server ends it.
  ///
  /// Every stream has a session of its own, so that it takes no connection from requests, of which some platforms allow
  /// few to one host.
  ///
  /// - Returns: The lines, with an empty one before the first as soon as the server has accepted. Throws
  ///   ``FlagStreamError`` or `URLError`.
  public func lines(_ request: FlagRequest) -> AsyncThrowingStream<String, any Error> {
    let buffer = AsyncThrowingStream<String, any Error>.Continuation.BufferingPolicy.bufferingOldest(4096)
    return AsyncThrowingStream(bufferingPolicy: buffer) { continuation in
      let urlRequest = URLRequest(request)
      let exchange = StreamExchange(urlRequest, continuation)
      let session = URLSession(configuration: .serin, delegate: exchange, delegateQueue: nil)
      continuation.onTermination = { _ in exchange.close(session) }
      session.dataTask(with: urlRequest).resume()
    }
  }
}

extension URLRequest {
  /// The request in the words of Foundation.
  init(_ request: FlagRequest) {
    self.init(url: request.url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData)
    timeoutInterval = request.timeout
    httpMethod = request.method
    if !request.body.isEmpty { httpBody = request.body }
    for (name, value) in request.headers {
      setValue(value, forHTTPHeaderField: name)
    }
  }
}

extension URLSessionConfiguration {
  /// What every session of the SDK has: no cache and no cookies.
  static var serin: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    // The SDK keeps answers itself, with their validators and whatever the server's cache headers say.
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    return configuration
  }
}

extension FlagResponse {
  /// The head of a response.
  init(head: HTTPURLResponse, body: Data = Data()) {
    var headers: [String: String] = [:]
    for (name, value) in head.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name] = value }
    }
    self.init(status: head.statusCode, headers: headers, body: body)
  }
}
