import HTTP
import SerinFlags
import Store

/// The evaluation API: contexts in, answers out.
///
/// Rules and segments never leave the server here.
struct EvaluationRoutes: Sendable {
  let keeper: RulesetKeeper
  let entityTag: EntityTag
  let contexts: RecentContexts
  let counters: UsageCounters

  static let json = (name: "Content-Type", value: "application/json")
  /// The headers of an answer that its caller may keep, but nobody in between.
  static let headers = [
    json, (name: "Cache-Control", value: "private, no-cache"),
    (name: "Vary", value: "Authorization, X-API-Key, Origin"),
  ]

  func add(to router: inout Router) {
    router.add(.post, "/v1/evaluate") { request, _ async throws(Problem) in try evaluateAll(request) }
    router.add(.post, "/v1/evaluate/{key}") { request, parameters async throws(Problem) in
      try evaluateOne(request, key: parameters[0])
    }
  }

  /// The ruleset that the request's key evaluates.
  static func ruleset(_ state: ServerState, for request: HTTPRequest) throws(Problem) -> (ServedRuleset, Principal) {
    let principal = try state.authenticator.principal(of: request, kinds: [.client, .server])
    guard let ruleset = principal.environmentID.flatMap({ state.rulesets[$0] }) else {
      throw Problem(.unavailable, "the key's environment is not loaded", headers: [(name: "Retry-After", value: "2")])
    }
    return (ruleset, principal)
  }

  private func evaluateOne(_ request: HTTPRequest, key: String) throws(Problem) -> HTTPResponse {
    let (ruleset, principal) = try Self.ruleset(keeper.state, for: request)
    let context = try EvaluationRequest.context(in: request.body)
    guard let flag = ruleset.flag(key, seenBy: principal) else {
      throw Problem(.flagNotFound, "there is no flag \"\(key)\" in this environment, or it is archived")
    }
    let now = keeper.now
    contexts.note(context, body: request.body, in: ruleset, at: now)
    let answer = ruleset.answers(of: flag, for: context, at: now, countedBy: counters).evaluation
    var body: [UInt8] = []
    body.reserveCapacity(answer.count + ruleset.tail.count)
    body += answer
    body += ruleset.tail
    return HTTPResponse(status: 200, headers: Self.headers, body: .bytes(body))
  }

  private func evaluateAll(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    let (ruleset, principal) = try Self.ruleset(keeper.state, for: request)
    // One instant for the validator and the answer, so that the two belong together.
    let now = keeper.now
    let tag = entityTag.tag(of: ruleset, at: now, principal: principal, path: request.path, body: request.body)
    let validator = [(name: "ETag", value: tag)]
    if EntityTag.matches(request.headers["if-none-match"], tag) {
      // The client goes on with every flag that it has.
      let context = try EvaluationRequest.context(in: request.body)
      ruleset.countUnchanged(for: context, seenBy: principal, at: now, by: counters)
      contexts.note(context, body: request.body, in: ruleset, at: now)
      return HTTPResponse(status: 304, headers: Self.headers + validator, body: .bytes([]))
    }
    let context = try EvaluationRequest.context(in: request.body)
    contexts.note(context, body: request.body, in: ruleset, at: now)
    var body = Array("{\"epoch\":\(ruleset.epoch),\"flags\":[".utf8)
    let start = body.count
    var undecided: [String] = []
    ruleset.forEachAnswer(for: context, seenBy: principal, at: now, countedBy: counters) { key, answers in
      guard !answers.isUndecided else {
        undecided.append(key)
        return
      }
      if body.count > start { body.append(UInt8(ascii: ",")) }
      body += answers.evaluation
      body.append(UInt8(ascii: "}"))
    }
    body += "],\"partial\":\(!undecided.isEmpty),\"revision\":\(ruleset.environment.revision)".utf8
    if !undecided.isEmpty {
      body += ",\"undecided\":".utf8
      body += JSONValue.array(undecided.map(JSONValue.string)).serialized()
    }
    body.append(UInt8(ascii: "}"))
    // A partial answer has no validator: asking again must decide again.
    return HTTPResponse(
      status: 200, headers: Self.headers + (undecided.isEmpty ? validator : []), body: .bytes(body))
  }
}
