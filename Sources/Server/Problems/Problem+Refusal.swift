public import HTTP
import SerinFlags

extension Problem {
  /// A request that never reached a route, since it is not acceptable HTTP or exceeds a limit.
  ///
  /// The member `reason` carries the finer name that the HTTP module has for it.
  public init(_ refusal: HTTPRefusal) {
    let code: Code =
      switch refusal.code {
      case .malformedRequest, .missingHost, .duplicateHost, .invalidHost, .ambiguousLength: .badRequest
      case .requestTimeout: .requestTimeout
      case .bodyTooLarge: .tooLarge
      case .uriTooLong: .uriTooLong
      case .expectationFailed: .expectationFailed
      case .headersTooLarge, .tooManyHeaders: .headersTooLarge
      case .invalidResponse: .internalError
      case .tunnelNotSupported, .upgradeNotSupported, .unsupportedTransferCoding: .notImplemented
      case .handlerTimeout, .tooManyConnections, .tooManyStreams, .stopping: .unavailable
      case .unsupportedVersion: .versionNotSupported
      }
    self.init(
      code, refusal.detail, members: ["reason": .string(refusal.code.rawValue)],
      headers: refusal.retryAfter.map { [(name: "Retry-After", value: String($0))] } ?? [])
  }
}
