import Foundation
public import Serin
import SerinLock

/// A server whose every answer the test gives by hand, as late and in whatever order it likes.
///
/// It takes no notice of cancellation, as an answer that is already on its way does not. Safe to use from any thread.
public final class ManualTransport: FlagTransport {
  /// A request that waits for its answer, which must be given exactly once.
  public struct Exchange: Sendable {
    /// What the client asked.
    public let request: FlagRequest
    private let continuation: CheckedContinuation<FlagResponse, any Error>

    fileprivate init(_ request: FlagRequest, _ continuation: CheckedContinuation<FlagResponse, any Error>) {
      self.request = request
      self.continuation = continuation
    }

    /// Gives the answer.
    public func answer(_ response: FlagResponse) { continuation.resume(returning: response) }

    /// Gives no answer, as when the connection was lost.
    public func fail() { fail(URLError(.networkConnectionLost)) }

    /// Gives no answer but an error.
    public func fail(_ error: any Error) { continuation.resume(throwing: error) }
  }

  private struct State: Sendable {
    var waiting: [Exchange] = []
    var count = 0
  }

  private let state = Lock(State())

  /// Creates a server that nobody has asked yet.
  public init() {}

  /// How many requests were sent so far.
  public var count: Int { state.withLock(\.count) }

  /// Takes a request, which waits until the test answers it.
  public func send(_ request: FlagRequest) async throws -> FlagResponse {
    try await withCheckedThrowingContinuation { continuation in
      state.withLock { state in
        state.waiting.append(Exchange(request, continuation))
        state.count += 1
      }
    }
  }

  /// The requests that wait, which are then the test's to answer.
  public func takeAll() -> [Exchange] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// Waits for the next request, which is then the test's to answer.
  ///
  /// - Throws: ``NeverHappened`` when none comes.
  public func next() async throws -> Exchange {
    try await eventually("a request arrives") { self.take() }
  }

  private func take() -> Exchange? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }
}
