import HTTP
import SerinFlags
import Store

/// The OpenFeature Remote Evaluation Protocol, version 0.3.
///
/// Source: the protocol's `service/openapi.yaml`. Errors are in the protocol's own shape, since its clients read that.
struct OFREPRoutes: Sendable {
  let keeper: RulesetKeeper
  let entityTag: EntityTag
  let contexts: RecentContexts
  let counters: UsageCounters
  let tickets: StreamTicket

  func add(to router: inout Router) {
    router.add(.post, "/ofrep/v1/evaluate/flags") { request, _ in evaluateAll(request) }
    router.add(.post, "/ofrep/v1/evaluate/flags/{key}") { request, parameters in
      evaluateOne(request, key: parameters[0])
    }
  }

  private func evaluateOne(_ request: HTTPRequest, key: String) -> HTTPResponse {
    do throws(Problem) {
      let (ruleset, principal) = try EvaluationRoutes.ruleset(keeper.state, for: request)
      let context: FlagContext
      do throws(Problem) { context = try Self.context(in: request.body) } catch {
        return Self.answer(Self.contextError(error, key: key))
      }
      guard let flag = ruleset.flag(key, seenBy: principal) else {
        return Self.answer(
          OFREPAnswer(
            key: key, status: 404, errorCode: "FLAG_NOT_FOUND",
            errorDetails: "there is no flag \"\(key)\" in this environment, or it is archived"))
      }
      let now = keeper.now
      contexts.note(context, body: request.body, in: ruleset, at: now)
      return Self.answer(ruleset.answers(of: flag, for: context, at: now, countedBy: counters).ofrep)
    } catch {
      return Self.refusal(error)
    }
  }

  private func evaluateAll(_ request: HTTPRequest) -> HTTPResponse {
    do throws(Problem) {
      let (ruleset, principal) = try EvaluationRoutes.ruleset(keeper.state, for: request)
      let now = keeper.now
      let tag = entityTag.tag(of: ruleset, at: now, principal: principal, path: request.path, body: request.body)
      let validator = [(name: "ETag", value: tag)]
      if EntityTag.matches(request.headers["if-none-match"], tag), let context = try? Self.context(in: request.body) {
        ruleset.countUnchanged(for: context, seenBy: principal, at: now, by: counters)
        contexts.note(context, body: request.body, in: ruleset, at: now)
        return HTTPResponse(status: 304, headers: EvaluationRoutes.headers + validator, body: .bytes([]))
      }
      let context: FlagContext
      do throws(Problem) { context = try Self.context(in: request.body) } catch {
        return Self.answer(Self.contextError(error, key: nil))
      }
      contexts.note(context, body: request.body, in: ruleset, at: now)
      var body = Array("{\"flags\":[".utf8)
      let start = body.count
      var isPartial = false
      ruleset.forEachAnswer(for: context, seenBy: principal, at: now, countedBy: counters) { _, answers in
        if body.count > start { body.append(UInt8(ascii: ",")) }
        isPartial = isPartial || answers.isUndecided
        body += answers.ofrep.body
      }
      body += "],\"metadata\":{\"epoch\":\(ruleset.epoch),\"revision\":\(ruleset.environment.revision)}".utf8
      body += eventStreams(for: principal)
      body.append(UInt8(ascii: "}"))
      return HTTPResponse(
        status: 200, headers: EvaluationRoutes.headers + (isPartial ? [] : validator), body: .bytes(body))
    } catch {
      return Self.refusal(error)
    }
  }

  /// The member that names the address of the stream of changes.
  ///
  /// It is relative to where the client asks, so that it holds behind any proxy. Clients close it after so many seconds in
  /// which nobody looks at the app, and ask for everything when somebody does.
  private func eventStreams(for principal: Principal) -> [UInt8] {
    let stream: JSONValue = [
      "type": "sse", "inactivityDelaySec": 120,
      "endpoint": ["requestUri": .string("\(StreamRoutes.ofrepPath)?ticket=\(tickets.text(for: principal))")],
    ]
    return Array(",\"eventStreams\":[".utf8) + stream.serialized() + [UInt8(ascii: "]")]
  }

  /// Reads `{"context": {"targetingKey": …, …}}`.
  ///
  /// `targetingKey` is the user id. String members `userID` and `deviceID` set those ids, `userID` before
  /// `targetingKey`. Every other member is an attribute.
  static func context(in body: [UInt8]) throws(Problem) -> FlagContext {
    guard !body.isEmpty else { return FlagContext() }
    let parsed = try EvaluationRequest.parsed(body)
    guard case .object(let object) = parsed else {
      throw Problem(.badRequest, "the body must be a JSON object, not \(Shown.json(parsed))")
    }
    guard let json = object["context"], json != .null else { return FlagContext() }
    guard case .object(var attributes) = json else {
      throw Problem(.invalid, "context: must be a JSON object, not \(Shown.json(json))")
    }
    var ids: [String: String] = [:]
    for name in ["targetingKey", "userID", "deviceID"] {
      switch attributes[name] {
      case .string(let id): ids[name] = id
      case .none, .null: break
      case let other?: throw Problem(.invalid, "context.\(name): must be a string, not \(Shown.json(other))")
      }
      attributes.removeValue(forName: name)
    }
    guard attributes.count <= FlagContext.maximumAttributes else {
      throw Problem(
        path: "context",
        message: "has \(attributes.count) attributes; at most \(FlagContext.maximumAttributes) are allowed")
    }
    return FlagContext(
      userID: ids["userID"] ?? ids["targetingKey"], deviceID: ids["deviceID"], attributes: attributes)
  }

  private static func contextError(_ problem: Problem, key: String?) -> OFREPAnswer {
    let code = problem.code == .badRequest ? "PARSE_ERROR" : "INVALID_CONTEXT"
    return OFREPAnswer(key: key, status: 400, errorCode: code, errorDetails: problem.detail)
  }

  private static func answer(_ answer: OFREPAnswer) -> HTTPResponse {
    HTTPResponse(
      status: answer.status, headers: [EvaluationRoutes.json, (name: "Cache-Control", value: "no-store")],
      body: .bytes(answer.body))
  }

  /// A refusal that is not about a flag: 401, 403, 503.
  ///
  /// Clients read `errorDetails`.
  private static func refusal(_ problem: Problem) -> HTTPResponse {
    HTTPResponse(
      status: problem.status,
      headers: [EvaluationRoutes.json, (name: "Cache-Control", value: "no-store")] + problem.headers,
      body: .bytes(
        JSONValue.object([
          "errorCode": "GENERAL", "errorDetails": .string(problem.detail), "code": .string(problem.code.rawValue),
        ]).serialized()))
  }
}
