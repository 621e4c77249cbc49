import Foundation
public import Serin
import SerinLock

/// A server that answers as the test says, and remembers what it was asked.
///
/// The script may wait before it answers, and may throw, which is a server that cannot be reached. Safe to use from any
/// thread.
public final class ScriptedTransport: FlagTransport {
  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: What the client asked.
  ///   - index: How many requests came before, from 0.
  public typealias Script = @Sendable (_ request: FlagRequest, _ index: Int) async throws -> FlagResponse

  private let script: Lock<Script>
  private let received = Lock<[FlagRequest]>([])

  /// Creates a server with its script.
  public init(_ script: @escaping Script) {
    self.script = Lock(script)
  }

  /// What was asked so far, in order.
  public var requests: [FlagRequest] { received.withLock { $0 } }

  /// Answers otherwise from now on.
  public func answer(_ script: @escaping Script) {
    self.script.withLock { $0 = script }
  }

  /// Gives the same answer to everybody from now on.
  public func answer(_ response: FlagResponse) {
    answer { _, _ in response }
  }

  /// Has no network from now on.
  public func goOffline() {
    answer { _, _ in throw URLError(.notConnectedToInternet) }
  }

  /// Answers by the script.
  public func send(_ request: FlagRequest) async throws -> FlagResponse {
    let index = received.withLock { requests in
      requests.append(request)
      return requests.count - 1
    }
    return try await script.withLock { $0 }(request, index)
  }
}
