import Foundation

/// Makes the requests for a server's answers.
struct EvaluationEndpoint: Sendable {
  private let url: URL
  private let clientKey: String
  private let timeout: TimeInterval

  /// One request, and what identifies the context that it asks for.
  struct Prepared: Sendable {
    let request: FlagRequest
    /// The digest of the body; a validator holds for exactly one.
    let contextDigest: String
  }

  /// Creates an endpoint.
  ///
  /// The base URL may have a path, as behind a reverse proxy.
  ///
  /// - Throws: ``FeatureFlagsError`` with code 0 when nothing could be sent with this configuration.
  init(baseURL: URL, clientKey: String, timeout: TimeInterval) throws(FeatureFlagsError) {
    guard let scheme = baseURL.scheme?.lowercased(), scheme == "https" || scheme == "http",
      let host = baseURL.host, !host.isEmpty
    else { throw .noAnswer("baseURL: \(baseURL) is not an http or https address with a host") }
    // A line break in a header field would end it and begin another.
    guard clientKey.fitsHeaderField(maximumBytes: .max) else {
      throw .noAnswer("clientKey: empty, or with characters other than visible ASCII")
    }
    url = baseURL.appendingPathComponent("v1").appendingPathComponent("evaluate")
    self.clientKey = clientKey
    self.timeout = timeout
  }

  /// The request for a context.
  ///
  /// - Parameters:
  ///   - context: Who is asking. The body's members are sorted, so that equal contexts are equal bytes.
  ///   - validator: The entity tag of the answer that is held for a context of that digest, if any.
  func request(for context: FlagContext, validator: Validator?) -> Prepared {
    let body = (["context": context.json] as JSONValue).serialized()
    let digest = SHA256.hexDigest(of: body)
    var headers = [
      "Authorization": "Bearer \(clientKey)", "Content-Type": "application/json", "Accept": "application/json",
    ]
    // A mark that cannot be sent back is as good as none: the answer then comes whole.
    if let validator, validator.contextDigest == digest, validator.entityTag.fitsHeaderField() {
      headers["If-None-Match"] = validator.entityTag
    }
    return Prepared(
      request: FlagRequest(method: "POST", url: url, headers: headers, body: Data(body), timeout: timeout),
      contextDigest: digest)
  }
}

/// The server's mark of one answer, and the context that it was given for.
struct Validator: Sendable, Hashable {
  let entityTag: String
  let contextDigest: String
}
