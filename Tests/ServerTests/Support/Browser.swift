import HTTP
import SerinFlags
import Testing

@testable import Server

/// A browser that keeps the session's cookie and sends its token, as the panel's pages make it.
actor Browser {
  private let server: SerinServer
  private(set) var cookie: String?
  private(set) var csrfToken: String?

  init(_ server: SerinServer) { self.server = server }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - sendsToken: Whether requests that change something carry the token against forgery.
  ///   - headers: More headers.
  func send(
    _ method: HTTPMethod, _ path: String, _ body: String = "", sendsToken: Bool = true,
    headers: [(String, String)] = [], from remoteAddress: SocketAddress = .loopback
  ) async -> Answer {
    var all = headers
    if let cookie { all.append(("Cookie", "theme=dark; \(cookie)")) }
    if sendsToken, let csrfToken { all.append(("X-CSRF-Token", csrfToken)) }
    let answer = await Fixture.send(to: server, method, path, Array(body.utf8), headers: all, from: remoteAddress)
    if let header = answer.header("set-cookie") {
      let pair = header.prefix { $0 != ";" }
      cookie = pair.hasSuffix("=") ? nil : String(pair)
    }
    if let token = answer["csrfToken"]?.stringValue { csrfToken = token }
    return answer
  }
}
