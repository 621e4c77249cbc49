import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  /// Deciding a flag to see what comes of it and why.
  var evaluatingOperations: [ControlOperation] {
    [
      ControlOperation(
        "evaluateFlag", .post, Self.flagPath + "/evaluate", needs: .view, "Decide a flag for a context, and say why",
        body: .json(
          .object([
            .optional("context", .ref("Context")), .optional("at", .instant("The instant; now when left out.").orNull),
            .optional("explain", .boolean("Whether every step is told.")),
          ]), example: ["context": ["userID": "alice"], "explain": true], isRequired: false),
        answer: .json(
          .object([
            .required("evaluation", .ref("Evaluation")), .optional("explanation", .map(.any(), "Every step.")),
            .optional("at", .instant("The instant it was decided for.")),
          ]), "The decision.",
          example: [
            "evaluation": [
              "key": "new_checkout", "kind": "release", "isEnabled": true, "ruleId": "r_1a2b3c4d", "variation": "on",
              "reason": "ruleMatched", "properties": [:],
            ]
          ])
      ) { call async throws(Problem) in Self.answer(try evaluation(of: call["flag"], in: call.place, call.body)) }
    ]
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
