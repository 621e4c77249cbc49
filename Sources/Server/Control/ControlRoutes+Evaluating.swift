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
            .optional("context", .ref("Context")),
            .optional("at", .instant("An instant: of the past, for what was live then; now when left out.").orNull),
            .optional("explain", .boolean("Whether every step is told.").orNull),
          ]), example: ["context": ["userID": "alice"], "explain": true], isRequired: false),
        answer: .json(
          .object([
            .required("evaluation", .ref("Evaluation")), .required("revision", .integer("The revision that decided.")),
            .optional("explanation", .map(.any(), "Every step.")),
            .optional("at", .instant("The instant it was decided for.")),
          ]), "The decision.",
          example: [
            "evaluation": [
              "key": "new_checkout", "kind": "release", "isEnabled": true, "ruleId": "r_1a2b3c4d", "variation": "on",
              "reason": "ruleMatched", "properties": [:],
            ], "revision": 42,
          ])
      ) { call async throws(Problem) in Self.answer(try await evaluation(of: call["flag"], in: call.place, call.body))
      },
      ControlOperation(
        "evaluateFlags", .post, Self.environmentPath + "/evaluate", needs: .view,
        "Decide every flag for a context, now or at an instant of the past",
        body: .json(
          .object([
            .optional("context", .ref("Context")),
            .optional("at", .instant("An instant: of the past, for what was live then; now when left out.").orNull),
          ]), example: ["context": ["userID": "alice"], "at": "2027-01-15T09:00:00Z"], isRequired: false),
        answer: .json(
          .object([
            .required("at", .instant("The instant it was decided for.")), .required("revision", .integer()),
            .required("flags", .array(.ref("Evaluation"))),
          ]), "The decisions in the order of the keys.",
          example: ["at": "2027-01-15T09:00:00.000Z", "revision": 41, "flags": []])
      ) { call async throws(Problem) in Self.answer(try await evaluations(in: call.place, call.body)) },
    ]
  }

  /// One flag decided for one context at one time, with the reasons when asked for.
  private func evaluation(of key: String, in place: Place, _ body: ControlBody) async throws(Problem) -> JSONValue {
    let context = try body.object["context"].map { json throws(Problem) in try EvaluationRequest.context(json) }
    let explains = try body.boolean("explain") ?? false
    let (ruleset, instant) = try await ruleset(of: place.environment, body)
    guard let flag = ruleset.flags[key] else {
      throw Problem(
        .flagNotFound,
        "environment \"\(place.environment.key)\" has no flag \"\(key)\" at \(instant), or it is archived")
    }
    let explanation = ruleset.compiled.explain(flag.compiled, for: context ?? FlagContext(), at: instant)
    var answer: JSONObject = [
      "evaluation": explanation.evaluation.json, "revision": .number(Double(ruleset.environment.revision)),
    ]
    if explains {
      answer["explanation"] = explanation.json
      answer["at"] = .string(instant.description)
    }
    return .object(answer)
  }

  /// Every flag decided for one context at one time.
  private func evaluations(in place: Place, _ body: ControlBody) async throws(Problem) -> JSONValue {
    let context = try body.object["context"].map { json throws(Problem) in try EvaluationRequest.context(json) }
    let (ruleset, instant) = try await ruleset(of: place.environment, body)
    let flags = ruleset.flags.map { _, flag in
      ruleset.compiled.explain(flag.compiled, for: context ?? FlagContext(), at: instant).evaluation.json
    }
    return .object([
      "at": .string(instant.description), "revision": .number(Double(ruleset.environment.revision)),
      "flags": .array(flags),
    ])
  }

  /// What is evaluated: what was live at the instant that the body names, and what is live now when that is not past.
  private func ruleset(
    of environment: EnvironmentRecord, _ body: ControlBody
  ) async throws(Problem) -> (ServedRuleset, Timestamp) {
    let now = keeper.now
    let instant = try instant(body)
    if instant < now { return (try await past.ruleset(of: environment, at: instant.microseconds / 1000), instant) }
    guard let ruleset = keeper.state.rulesets[environment.id] else {
      throw Problem(.notFound, "environment \"\(environment.key)\" was removed by somebody else just now")
    }
    return (ruleset, instant)
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
