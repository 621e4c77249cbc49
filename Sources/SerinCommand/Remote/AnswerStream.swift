import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands on what an answer consists of as it comes in, for answers of any length.
final class AnswerStream: NSObject, URLSessionDataDelegate {
  /// A part of an answer.
  enum Part: Sendable {
    /// Comes first, with an empty body.
    case head(HTTPClient.Answer)
    /// The next bytes of the body.
    case bytes([UInt8])
  }

  private let parts: AsyncThrowingStream<Part, any Error>.Continuation

  /// Hands the parts to a stream.
  init(_ parts: AsyncThrowingStream<Part, any Error>.Continuation) {
    self.parts = parts
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      parts.finish(throwing: HTTPClientError.failed("the answer is not HTTP"))
      completionHandler(.cancel)
      return
    }
    let headers = HTTPClient.headers(of: response)
    parts.yield(.head(HTTPClient.Answer(status: response.statusCode, headers: headers, body: [])))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    parts.yield(.bytes([UInt8](data)))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    parts.finish(throwing: error)
  }

  /// Redirects are not followed; their answer is handed on as it is.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
