import HTTP
import SerinFlags

/// What browsers are told about requests from pages of other origins (the Fetch standard, "CORS protocol").
///
/// Only what clients use can be reached from other pages, never the control API. Answers, those that are errors among them,
/// may be read by the origins that the key lists. A preflight carries no key, so it is answered for every origin that any
/// key lists; where the key is wrong, an answer may be read by those too, so that the page learns why. Cookies are never
/// let through.
struct CrossOrigin: Sendable {
  /// What opens a stream in a key's place.
  let tickets: StreamTicket

  /// The beginnings of the paths that clients use.
  private static let paths = ["/v1/", "/ofrep/"].map { Array($0.utf8) }

  /// The header fields that clients send.
  private static let requestHeaders =
    "Authorization, Cache-Control, Content-Type, If-None-Match, Last-Event-ID, Traceparent, X-API-Key"
  /// The header fields that pages may read beside those that they always may.
  private static let responseHeaders = "ETag, Retry-After, Serin-Stale, WWW-Authenticate"
  /// For how long browsers need not ask again, in seconds; none of them keeps it longer.
  private static let maximumAge = 7200

  private static func isForClients(_ request: HTTPRequest) -> Bool {
    paths.contains { request.pathBytes.starts(with: $0) }
  }

  /// The answer to a browser's question whether it may send a request; nil when the request is no such question.
  func preflight(_ request: HTTPRequest, _ state: ServerState) -> HTTPResponse? {
    guard request.method == .options, Self.isForClients(request), let origin = request.headers["origin"],
      request.headers["access-control-request-method"] != nil
    else { return nil }
    var headers = [(name: "Vary", value: "Origin"), (name: "Cache-Control", value: "no-store")]
    if state.authenticator.allowsOrigin(origin) {
      headers += [
        (name: "Access-Control-Allow-Origin", value: origin),
        (name: "Access-Control-Allow-Methods", value: "GET, POST"),
        (name: "Access-Control-Allow-Headers", value: Self.requestHeaders),
        (name: "Access-Control-Max-Age", value: "\(Self.maximumAge)"),
      ]
    }
    return HTTPResponse(status: 204, headers: headers)
  }

  /// Lets the page read the answer, when the key's origins include its own.
  func admit(_ request: HTTPRequest, to response: inout HTTPResponse, _ state: ServerState) {
    guard let origin = request.headers["origin"], Self.isForClients(request) else { return }
    let isAllowed = owner(of: request, state)?.allowsOrigin(origin) ?? state.authenticator.allowsOrigin(origin)
    if response["Vary"] == nil { response.headers.append((name: "Vary", value: "Origin")) }
    guard isAllowed else { return }
    response.headers.append((name: "Access-Control-Allow-Origin", value: origin))
    response.headers.append((name: "Access-Control-Expose-Headers", value: Self.responseHeaders))
  }

  /// Whose key or ticket a request carries; nil when it is none.
  private func owner(of request: HTTPRequest, _ state: ServerState) -> Principal? {
    if request.pathBytes.elementsEqual(StreamRoutes.ofrepPath.utf8) {
      let ticket = try? Query(request, allowed: ["ticket"])["ticket"]
      return ticket.flatMap(tickets.tokenID).flatMap(state.authenticator.principal)
    }
    return try? state.authenticator.identity(headers: request.headers)
  }
}
