import Foundation
import SerinLock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests of one session that are under way: gathers each answer and follows no redirect.
///
/// A delegate rather than `data(for:)`, which leaves no say over redirects and no bound on the answer's size.
final class TransportExchanges: NSObject, URLSessionDataDelegate {
  private struct Exchange: Sendable {
    let continuation: CheckedContinuation<FlagResponse, any Error>
    var response: HTTPURLResponse?
    var body = Data()
    var isTooLarge = false
  }

  /// By the number of the session's task.
  private let exchanges = Lock<[Int: Exchange]>([:])

  func begin(_ task: URLSessionTask, _ continuation: CheckedContinuation<FlagResponse, any Error>) {
    exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
  }

  /// Whether a task's exchange is under way.
  func hasBegun(_ task: URLSessionTask) -> Bool {
    exchanges.withLock { $0[task.taskIdentifier] != nil }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The transport decides, see there.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchanges.withLock { $0[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = exchanges.withLock { exchanges in
      guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return false }
      exchange.body.append(data)
      exchange.isTooLarge = exchange.body.count > ServerAnswer.maximumBytes
      exchanges[dataTask.taskIdentifier] = exchange
      return exchange.isTooLarge
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    exchange.continuation.resume(with: Self.result(of: exchange, task, error))
  }

  private static func result(
    of exchange: Exchange, _ task: URLSessionTask, _ error: (any Error)?
  ) -> Result<FlagResponse, any Error> {
    if exchange.isTooLarge { return .failure(URLError(.dataLengthExceedsMaximum)) }
    if let error { return .failure(error) }
    // A redirect that was not followed is the answer, and is not announced on every platform.
    guard let response = exchange.response ?? task.response as? HTTPURLResponse else {
      return .failure(URLError(.badServerResponse))
    }
    return .success(FlagResponse(head: response, body: exchange.body))
  }
}
