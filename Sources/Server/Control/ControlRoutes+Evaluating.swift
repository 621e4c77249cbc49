import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  func addEvaluating(to router: inout Router) {
    let path = "/api/v1/projects/{project}/environments/{environment}/flags/{key}/"
    router.add(.post, path + "evaluate") { request, parameters async throws(Problem) in
      let place = try place(administrator(request), parameters[0], parameters[1])
      let body = try ControlBody(request, members: ["context", "at", "explain"])
      return Self.answer(try evaluation(of: parameters[2], in: place, body))
    }
  }

  /// One flag decided for one context at one time, with the reasons when asked for.
  private func evaluation(of key: String, in place: Place, _ body: ControlBody) throws(Problem) -> JSONValue {
    let context = try body.object["context"].map { json throws(Problem) in try EvaluationRequest.context(json) }
    let explains = body.object["explain"] ?? .bool(false)
    guard case .bool(let explains) = explains else { throw Problem(path: "explain", message: "must be true or false") }
    guard let ruleset = keeper.state.rulesets[place.environment.id], let flag = ruleset.flags[key] else {
      throw Problem(
        .flagNotFound, "environment \"\(place.environment.key)\" has no flag \"\(key)\", or it is archived")
    }
    let now = try instant(body)
    let explanation = ruleset.compiled.explain(flag.compiled, for: context ?? FlagContext(), at: now)
    var answer: JSONObject = ["evaluation": explanation.evaluation.json]
    if explains {
      answer["explanation"] = explanation.json
      answer["at"] = .string(now.description)
    }
    return .object(answer)
  }

  /// The instant that an evaluation is asked for; now when the body names none.
  private func instant(_ body: ControlBody) throws(Problem) -> Timestamp {
    guard let text = try body.string("at") else { return keeper.now }
    guard let instant = Timestamp(parsing: text) else {
      throw Problem(path: "at", message: "\"\(text)\" is not an RFC 3339 instant, such as 2027-01-15T09:00:00Z")
    }
    return instant
  }
}
