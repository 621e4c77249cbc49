extension HTTPResponse {
  /// The answer for whoever may read another one that it takes the place of: pages of other origins read an error only with
  /// the header fields that say so (the Fetch standard, "CORS protocol").
  func readable(like other: HTTPResponse) -> HTTPResponse {
    var response = self
    for field in other.headers where Self.isOfCORS(field.name) && response[field.name] == nil {
      response.headers.append(field)
    }
    return response
  }

  private static func isOfCORS(_ name: String) -> Bool {
    ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Vary"].contains { sameName($0, name) }
  }
}
