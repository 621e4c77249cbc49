import HTTP
import SerinFlags
import Store

/// The streams on which clients are told that answers may have changed (server-sent events, WHATWG HTML, 9.2).
struct StreamRoutes: Sendable {
  let keeper: RulesetKeeper
  let announcer: ChangeAnnouncer
  let tickets: StreamTicket
  let proxies: TrustedProxies

  static let path = "/v1/stream"
  static let ofrepPath = "/ofrep/v1/stream"

  /// Proxies must neither hold events back nor change them.
  private static let headers = [
    (name: "Content-Type", value: "text/event-stream"), (name: "Cache-Control", value: "no-cache, no-transform"),
    (name: "X-Accel-Buffering", value: "no"), (name: "Vary", value: "Authorization, X-API-Key, Origin"),
  ]

  func add(to router: inout Router) {
    router.add(.get, Self.path) { request, _ async throws(Problem) in try stream(request) }
    router.add(.get, Self.ofrepPath) { request, _ async throws(Problem) in try ofrepStream(request) }
  }

  private func stream(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    let (ruleset, principal) = try EvaluationRoutes.ruleset(keeper.state, for: request)
    let last = request.headers["last-event-id"]
    return answer(request, principal, StreamChannel(environmentID: ruleset.environment.id, audience: .serin)) {
      ruleset in
      last == ChangeAnnouncement.id(of: ruleset) ? [] : announcer.current(ruleset).event
    }
  }

  /// The stream whose address the answers of OFREP name; its clients ask whenever they have connected.
  private func ofrepStream(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    guard let ticket = try Query(request, allowed: ["ticket"])["ticket"] else {
      throw Problem(.badRequest, "query parameter \"ticket\" is missing; take the address from a bulk answer")
    }
    let state = keeper.state
    guard let principal = tickets.tokenID(in: ticket).flatMap(state.authenticator.principal(id:)),
      let id = principal.environmentID
    else { throw Authenticator.unauthorized("the ticket is wrong, or its key was revoked or has expired") }
    let part = Int.random(in: 0..<StreamChannel.ofrepParts)
    return answer(request, principal, StreamChannel(environmentID: id, audience: .ofrep(part: part))) { _ in [] }
  }

  /// - Parameter first: What the client is told at once.
  private func answer(
    _ request: HTTPRequest, _ principal: Principal, _ channel: StreamChannel,
    first: @escaping @Sendable (ServedRuleset) -> [UInt8]
  ) -> HTTPResponse {
    let subscription = EventSubscription(
      channel: EventChannel(channel), tag: EventTag(principal.tokenID), source: proxies.client(of: request)
    ) { [keeper] in
      let state = keeper.state
      // Since it was looked at, the key may have been revoked and its streams closed.
      guard let now = TokenID(principal.tokenID.utf8).flatMap(state.authenticator.principal(id:)),
        now.flags == principal.flags, let ruleset = state.rulesets[channel.environmentID]
      else { return .instead(Authenticator.unauthorized("the key was revoked, changed or has expired").response) }
      // Clients that lose their server together come back at different moments.
      let retry = "retry: \(Int.random(in: 1000...10_000))\n\n"
      return .stream(first: Array(retry.utf8) + first(ruleset))
    }
    return HTTPResponse(status: 200, headers: Self.headers, body: .events(subscription))
  }
}
