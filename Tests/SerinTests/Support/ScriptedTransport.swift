import Foundation
import Serin
import SerinLock

/// A server that answers as the test says, and remembers what it was asked.
final class ScriptedTransport: FlagTransport {
  typealias Script = @Sendable (_ request: FlagRequest, _ index: Int) async throws -> FlagResponse

  private let script: Lock<Script>
  private let received = Lock<[FlagRequest]>([])

  init(_ script: @escaping Script = { _, _ in .answer() }) {
    self.script = Lock(script)
  }

  var requests: [FlagRequest] { received.withLock { $0 } }

  /// Answers otherwise from now on.
  func answer(_ script: @escaping Script) {
    self.script.withLock { $0 = script }
  }

  /// Gives the same answer to everybody from now on.
  func answer(_ response: FlagResponse) {
    answer { _, _ in response }
  }

  /// Has no network from now on.
  func goOffline() {
    answer { _, _ in throw URLError(.notConnectedToInternet) }
  }

  func send(_ request: FlagRequest) async throws -> FlagResponse {
    let index = received.withLock { requests in
      requests.append(request)
      return requests.count - 1
    }
    return try await script.withLock { $0 }(request, index)
  }
}

extension FlagRequest {
  /// The context that the request asks for.
  var context: FlagContext {
    get throws { try FlagContext(json: JSONValue(parsing: body)["context"] ?? .null) }
  }

  var validator: String? { headers["If-None-Match"] }
}
