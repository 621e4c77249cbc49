import HTTP
import SerinFlags

/// The cookie that carries a session's id, and the checks that a browser's requests go through.
///
/// Its prefix makes browsers keep it only over TLS (or on the machine itself), for this host alone and for every path
/// (RFC 6265bis, 4.1.3.2); `HttpOnly` keeps it from scripts and `SameSite=Strict` from requests that other sites start.
enum SessionCookie {
  static let name = "__Host-serin"
  /// The header that requests carry which change something.
  static let csrfHeader = "X-CSRF-Token"

  private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Strict"

  /// The header that gives a browser a session.
  static func setting(_ session: SessionService.New) -> (name: String, value: String) {
    let seconds = SessionService.lifetime / 1000
    return (name: "Set-Cookie", value: "\(name)=\(session.id); Max-Age=\(seconds); \(attributes)")
  }

  /// The header that takes it away.
  static var clearing: (name: String, value: String) {
    (name: "Set-Cookie", value: "\(name)=; Max-Age=0; \(attributes)")
  }

  /// The session's id that a request carries; nil when it carries none, or two that differ.
  ///
  /// Two cookies of one name mean that somebody put one there; which of them is right cannot be told.
  static func id(in headers: HTTPHeaders) -> String? {
    var found: Substring?
    let values = headers.values(of: "cookie")
    for pair in values.flatMap({ $0.split(separator: ";") }) {
      let trimmed = pair.drop { $0 == " " }
      guard trimmed.hasPrefix(name + "=") else { continue }
      let id = trimmed.dropFirst(name.utf8.count + 1)
      if let found, !found.utf8.elementsEqual(id.utf8) { return nil }
      found = id
    }
    return found.map(String.init)
  }

  /// Refuses a request that changes something and that another site's page may have made.
  ///
  /// What a browser says about the origin comes first, then the token, which only a page of ours can know.
  /// - Throws: 403 that says which of them is missing.
  static func checkOrigin(of request: HTTPRequest, sessionID: String) throws(Problem) {
    guard !request.method.isSafe else { return }
    try checkSite(of: request)
    guard let token = request.headers.bytes(of: csrfHeader), SessionService.isCSRFToken(token, of: sessionID) else {
      throw Problem(.forbidden, "send the session's csrfToken as \(csrfHeader)")
    }
  }

  /// Refuses a request that changes something when a browser says that another site's page made it.
  ///
  /// Signing in is checked too: a page that signs somebody in under another account would learn what they do there.
  static func checkSite(of request: HTTPRequest) throws(Problem) {
    guard !request.method.isSafe else { return }
    if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
      throw Problem(.forbidden, "the request comes from another site")
    }
    if let origin = request.headers["origin"], !isOwn(origin, request) {
      throw Problem(.forbidden, "the request comes from another origin")
    }
  }

  /// Whether an origin names the host that the request was sent to.
  ///
  /// The scheme is not compared: a proxy in front may have ended TLS.
  private static func isOwn(_ origin: String, _ request: HTTPRequest) -> Bool {
    guard let host = request.headers["host"], let separator = origin.firstRange(of: "://") else { return false }
    return origin[separator.upperBound...].lowercased() == host.lowercased()
  }
}
