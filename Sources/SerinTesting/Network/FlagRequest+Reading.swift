public import Serin

extension FlagRequest {
  /// The context that the request asks for.
  ///
  /// - Throws: An error when the body is no request for flags.
  public var context: FlagContext {
    get throws { try FlagContext(json: JSONValue(parsing: body)["context"] ?? .null) }
  }

  /// The validator of the answer that the client has, which the server may confirm with 304.
  public var validator: String? { headers["If-None-Match"] }
}
