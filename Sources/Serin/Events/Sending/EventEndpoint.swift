import Foundation

/// Makes the requests that carry events.
struct EventEndpoint: Sendable {
  private let url: URL
  private let clientKey: String
  private let timeout: TimeInterval

  /// Creates an endpoint for a configuration with which requests can be made at all.
  init(_ configuration: FeatureFlags.Configuration) {
    url = configuration.baseURL.appendingPathComponent("v1").appendingPathComponent("events")
    clientKey = configuration.clientKey
    timeout = configuration.effectiveTimeout
  }

  /// The request for a body, compressed when that makes it smaller and the server takes it.
  func request(for body: [UInt8], mayCompress: Bool) -> FlagRequest {
    var headers = [
      "Authorization": "Bearer \(clientKey)", "Content-Type": "application/json", "Accept": "application/json",
    ]
    let compressed = mayCompress ? Gzip.compress(body) : body
    let isSmaller = compressed.count < body.count
    if isSmaller { headers["Content-Encoding"] = "gzip" }
    return FlagRequest(
      method: "POST", url: url, headers: headers, body: Data(isSmaller ? compressed : body), timeout: timeout)
  }
}
