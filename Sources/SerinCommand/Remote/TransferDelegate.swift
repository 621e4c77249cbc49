import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stops every redirect, whose answer is handed to the caller as it is, and tells how much of a body was sent.
final class TransferDelegate: NSObject, URLSessionTaskDelegate {
  private let progress: (@Sendable (Int) -> Void)?

  /// - Parameter progress: told how many bytes were sent in all, on the session's own queue.
  init(progress: (@Sendable (Int) -> Void)?) {
    self.progress = progress
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    progress?(Int(totalBytesSent))
  }
}
