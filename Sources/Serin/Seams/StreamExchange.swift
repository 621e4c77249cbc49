import Foundation
import SerinLock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of one stream's session: cuts what comes into lines.
///
/// A delegate rather than `bytes(for:)`, which Linux does not have and which follows redirects to other hosts.
final class StreamExchange: NSObject, URLSessionDataDelegate {
  private struct State: Sendable {
    var request: URLRequest
    var redirects = 0
    var splitter = LineSplitter()
    var head: HTTPURLResponse?
    var isOpen = false
    /// Whether nobody reads any more.
    var isClosed = false
  }

  private let state: Lock<State>
  private let continuation: AsyncThrowingStream<String, any Error>.Continuation

  init(_ request: URLRequest, _ continuation: AsyncThrowingStream<String, any Error>.Continuation) {
    state = Lock(State(request: request))
    self.continuation = continuation
  }

  /// Nobody reads any more: closes the connection.
  func close(_ session: URLSession) {
    // First, since a session that has ended traps when it is asked for one more task.
    state.withLock { $0.isClosed = true }
    session.invalidateAndCancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Judged once the task has ended, by the rules for all requests.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let head = response as? HTTPURLResponse
    let isOpen = state.withLock { state in
      state.head = head
      state.isOpen = head.map { FlagResponse(head: $0).isEventStream } ?? false
      return state.isOpen
    }
    completionHandler(.allow)
    if isOpen {
      continuation.yield("")
    } else if let head, !(300..<400).contains(head.statusCode) {
      continuation.finish(throwing: FlagStreamError.refused(FlagResponse(head: head)))
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    do {
      let lines = try state.withLock { state in
        var lines: [String] = []
        if state.isOpen { try state.splitter.append(data, to: &lines) }
        return lines
      }
      for line in lines {
        if case .dropped = continuation.yield(line) { throw FlagStreamError.overflow }
      }
    } catch {
      continuation.finish(throwing: error)
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let (isOpen, known) = state.withLock { ($0.isOpen, $0.head) }
    if isOpen {
      continuation.finish(throwing: error)
      return
    }
    // A redirect that was not followed is the answer, and is not announced on every platform.
    guard let head = known ?? task.response as? HTTPURLResponse else {
      continuation.finish(throwing: error ?? URLError(.badServerResponse))
      return
    }
    let response = FlagResponse(head: head)
    let next = state.withLock { state -> URLSessionTask? in
      guard !state.isClosed, let request = Self.follow(response, &state) else { return nil }
      return session.dataTask(with: request)
    }
    if let next {
      next.resume()
    } else {
      continuation.finish(throwing: FlagStreamError.refused(response))
    }
  }

  /// The request to the place that the server redirects to, if the key may be sent there.
  private static func follow(_ response: FlagResponse, _ state: inout State) -> URLRequest? {
    guard state.redirects < URLSessionTransport.maximumRedirects,
      let target = URLSessionTransport.redirectTarget(of: response, to: state.request)
    else { return nil }
    state.redirects += 1
    state.request.url = target
    state.head = nil
    return state.request
  }
}

extension FlagResponse {
  /// Whether it begins an event stream: status 200 and the content type, with or without parameters.
  var isEventStream: Bool {
    let type = header("Content-Type")?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces)
    return status == 200 && type?.lowercased() == "text/event-stream"
  }
}
