import Foundation
import Serin
import SerinLock

/// A server whose every answer the test gives by hand, as late and in whatever order it likes.
///
/// It takes no notice of cancellation, as an answer that is already on its way does not.
final class ManualTransport: FlagTransport {
  /// A request that waits for its answer.
  struct Exchange: Sendable {
    let request: FlagRequest
    private let continuation: CheckedContinuation<FlagResponse, any Error>

    fileprivate init(_ request: FlagRequest, _ continuation: CheckedContinuation<FlagResponse, any Error>) {
      self.request = request
      self.continuation = continuation
    }

    func answer(_ response: FlagResponse) { continuation.resume(returning: response) }

    func fail(_ error: any Error = URLError(.networkConnectionLost)) { continuation.resume(throwing: error) }
  }

  private struct State: Sendable {
    var waiting: [Exchange] = []
    var count = 0
  }

  private let state = Lock(State())

  /// How many requests were sent so far.
  var count: Int { state.withLock(\.count) }

  func send(_ request: FlagRequest) async throws -> FlagResponse {
    try await withCheckedThrowingContinuation { continuation in
      state.withLock { state in
        state.waiting.append(Exchange(request, continuation))
        state.count += 1
      }
    }
  }

  /// The requests that wait, which are then the test's to answer.
  func takeAll() -> [Exchange] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// The next request, which is then the test's to answer.
  func next() async throws -> Exchange {
    try await eventually("a request arrives") { self.take() }
  }

  private func take() -> Exchange? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }
}
