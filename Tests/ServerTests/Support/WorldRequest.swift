import HTTP

/// A request of a test.
struct WorldRequest: Sendable {
  let method: HTTPMethod
  let path: String
  var body = ""
  var headers: [(String, String)] = []
}
